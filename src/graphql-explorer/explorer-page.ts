import type { IncomingMessage, ServerResponse } from 'node:http';
import { type PageFile, pageFiles, pathOf } from '../browser-page.ts';

const PAGE_PATH = '/graphql';

const page: PageFile = {
  type: 'html',
  text: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Archivolt GraphQL</title>
<link rel="stylesheet" href="/graphql/explorer/graphiql.css">
<link rel="stylesheet" href="/graphql/explorer/page.css">
<script defer src="/graphql/explorer/react.js"></script>
<script defer src="/graphql/explorer/react-dom.js"></script>
<script defer src="/graphql/explorer/graphiql.js"></script>
<script defer src="/graphql/explorer/start.js"></script>
</head>
<body>
<div id="explorer"><noscript>The GraphQL explorer needs JavaScript. Send operations by POST to /graphql.</noscript></div>
</body>
</html>
`,
};

// A file of its own, because the content security policy refuses inline scripts.
const start = `const welcome = \`# Write an operation and press Ctrl-Enter.
# An API token goes into the Headers tab: {"X-Service-key": "..."}

query Server {
  serverInfo {
    version
  }
}
\`;
const fetcher = GraphiQL.createFetcher({ url: '/graphql' });
ReactDOM.createRoot(document.getElementById('explorer')).render(
  React.createElement(GraphiQL, { fetcher, defaultQuery: welcome, isHeadersEditorEnabled: true, shouldPersistHeaders: false }),
);
`;

const servePage = pageFiles({ [PAGE_PATH]: page, [`${PAGE_PATH}/`]: page });

const serveAssets = pageFiles({
  '/graphql/explorer/graphiql.css': { type: 'css', package: 'graphiql/graphiql.min.css' },
  '/graphql/explorer/page.css': { type: 'css', text: 'html, body, #explorer { height: 100%; margin: 0; }\n' },
  '/graphql/explorer/react.js': { type: 'js', package: 'react/umd/react.production.min.js' },
  '/graphql/explorer/react-dom.js': { type: 'js', package: 'react-dom/umd/react-dom.production.min.js' },
  '/graphql/explorer/graphiql.js': { type: 'js', package: 'graphiql/graphiql.min.js' },
  '/graphql/explorer/start.js': { type: 'js', text: start },
});

/**
 * Answers a browser that opens `/graphql` with an editor for operations, and serves what that page loads; nothing comes from
 * another host. A GET that carries an operation, or does not ask for HTML, is left to the GraphQL endpoint.
 * @returns false, with the response untouched, for any other request.
 */
export function graphqlExplorer(request: IncomingMessage, response: ServerResponse): boolean {
  const path = pathOf(request);
  if (serveAssets(request, response, path)) return true;
  const isOperation = /[?&](?:query|extensions)=/.test(request.url ?? '');
  const asksForPage = request.headers.accept?.includes('text/html') === true && !isOperation;
  return asksForPage && servePage(request, response, path);
}
