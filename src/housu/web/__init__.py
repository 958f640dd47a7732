"""The page that people play on: the modules and styles that browsers load, and the HTML they start from."""
