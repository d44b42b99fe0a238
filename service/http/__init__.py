"""The HTTP face of the service: routes, schemas, errors, streams. Only here Flask and marshmallow are known."""
