"""Tables on the web: rooms that know no web, a durable store, and the application that serves both games."""
