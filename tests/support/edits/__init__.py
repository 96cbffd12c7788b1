"""Random steps on a project, for tests that compare graphs after each of them."""
