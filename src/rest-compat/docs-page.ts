import type { IncomingMessage, ServerResponse } from 'node:http';
import { pageFiles, pathOf } from '../browser-page.ts';

// `load-fonts` off: the component would fetch a typeface from another host.
const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Archivolt REST API</title>
<script type="module" src="/docs/rapidoc.js"></script>
</head>
<body>
<noscript>This page needs JavaScript. The same document as text: <a href="/openapi">/openapi</a>.</noscript>
<rapi-doc
  spec-url="/openapi"
  render-style="read"
  schema-style="table"
  load-fonts="false"
  regular-font="system-ui, sans-serif"
  mono-font="ui-monospace, monospace"
  allow-spec-url-load="false"
  allow-spec-file-load="false"
  show-header="false"
  allow-server-selection="false"
></rapi-doc>
</body>
</html>
`;

const serve = pageFiles({
  '/docs': { type: 'html', text: page },
  '/docs/': { type: 'html', text: page },
  '/docs/rapidoc.js': { type: 'js', package: 'rapidoc/dist/rapidoc-min.js' },
});

/**
 * Answers `/docs`, the browsable documentation of the REST API, and the script it loads; nothing comes from another host.
 * @returns false, with the response untouched, for any other request.
 */
export function docsPage(request: IncomingMessage, response: ServerResponse): boolean {
  return serve(request, response, pathOf(request));
}
