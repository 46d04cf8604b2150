"""Programs without sugar: few kinds of nodes, facts about them, simplification."""
