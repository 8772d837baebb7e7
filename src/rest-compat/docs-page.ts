import type { IncomingMessage, ServerResponse } from 'node:http';
import { type PageFile, pageFiles, pathOf } from '../browser-page.ts';

const page: PageFile = {
  type: 'html',
  text: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Archivolt REST API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="stylesheet" href="/docs/page.css">
<script defer src="/docs/swagger-ui.js"></script>
<script defer src="/docs/start.js"></script>
</head>
<body>
<noscript>This page needs JavaScript. The same document as text: <a href="/openapi">/openapi</a>.</noscript>
<div id="documentation"></div>
</body>
</html>
`,
};

// A file of its own, because the content security policy refuses inline scripts. Areas are closed at first: an operation is
// drawn when its area is opened. No validator: it would be another host's. Of documents in OpenAPI 3.1 the viewer prepares the whole
// anew for each operation that is opened, which takes it seconds; of those in 3.0 the operation alone.
const start = `// A link within the button that opens an operation: two in one place, for those who listen. Opening it sets the address anyway.
const DeepLink = (_link, { React }) => ({ text }) => React.createElement('span', null, text);
// There is one server, this one.
const ServersContainer = () => () => null;

// Fields come without a name: they get that of their row.
const documentation = document.getElementById('documentation');
function nameFields() {
  for (const row of documentation.querySelectorAll('tr[data-param-name], tr[data-property-name]')) {
    const name = row.dataset.paramName ?? row.dataset.propertyName;
    for (const field of row.querySelectorAll(':is(input, select, textarea):not([aria-label], label *)')) field.setAttribute('aria-label', name);
  }
  for (const field of documentation.querySelectorAll('textarea:not([aria-label])')) field.setAttribute('aria-label', 'Body of the request');
  for (const example of documentation.querySelectorAll('pre:not([tabindex])')) example.tabIndex = 0;
}
new MutationObserver(nameFields).observe(documentation, { childList: true, subtree: true });

SwaggerUIBundle({
  url: '/openapi?version=3.0',
  domNode: documentation,
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  tryItOutEnabled: true,
  validatorUrl: null,
  plugins: [{ wrapComponents: { DeepLink, ServersContainer } }],
});
`;

const serve = pageFiles({
  '/docs': page,
  '/docs/': page,
  '/docs/swagger-ui.js': { type: 'js', package: 'swagger-ui-dist/swagger-ui-bundle.js' },
  '/docs/swagger-ui.css': { type: 'css', package: 'swagger-ui-dist/swagger-ui.css' },
  '/docs/page.css': { type: 'css', repository: 'src/rest-compat/assets/docs.css' },
  '/docs/start.js': { type: 'js', text: start },
});

/**
 * Answers `/docs`, the browsable documentation of the REST API, and what it loads; nothing comes from another host.
 * @returns false, with the response untouched, for any other request.
 */
export function docsPage(request: IncomingMessage, response: ServerResponse): boolean {
  return serve(request, response, pathOf(request));
}
