"""The application around the log: use cases, HTTP, settings, and the `kancha` command."""
