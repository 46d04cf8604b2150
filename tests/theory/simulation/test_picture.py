from docs.pictures.stand_in import PICTURE, draw, example


def test_the_picture_of_the_manual_shows_the_worked_simulation(tmp_path):
    found = example()
    assert found.kept
    target = tmp_path / "simulation.svg"
    draw(found, target)
    for picture in (target, PICTURE):
        text = picture.read_text()
        for row in (*found.x.counts, *found.z.counts):
            assert f"{row[0]:,}<" in text
        assert f"|z| = {found.z_length:,}" in text
