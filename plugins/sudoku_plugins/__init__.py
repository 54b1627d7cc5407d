"""The plugins that come with the engine, one in each folder; `sudoku_engine.bundled` lists them."""
