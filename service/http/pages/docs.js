"use strict";
// Shows the API description that this very service gives; asks no other host for anything.
window.SwaggerUIBundle({
  url: "/openapi.yaml",
  dom_id: "#api",
  deepLinking: true,
  validatorUrl: null,
  persistAuthorization: false,
  defaultModelsExpandDepth: 0,
});
