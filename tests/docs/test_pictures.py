from docs.pictures.answer import (
    HEIGHT,
    PICTURE,
    WIDTH,
    measured,
    picture,
    trained,
    worst,
)


def test_the_picture_of_the_readme_is_what_its_script_draws(tmp_path):
    made = picture().save(tmp_path / "answer.svg", width=WIDTH, height=HEIGHT)
    assert made.read_bytes() == PICTURE.read_bytes()


def test_both_panels_are_about_the_same_nets():
    found = measured()
    assert set(worst(found)) <= set(trained(found))
