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
<script type="module" src="/graphql/explorer/explorer.js"></script>
</head>
<body>
<main id="explorer" aria-label="GraphQL explorer"><noscript>The GraphQL explorer needs JavaScript. Send operations by POST to /graphql.</noscript></main>
</body>
</html>
`,
};

const servePage = pageFiles({ [PAGE_PATH]: page, [`${PAGE_PATH}/`]: page });

const serveAssets = pageFiles({
  '/graphql/explorer/graphiql.css': { type: 'css', package: 'graphiql/graphiql.min.css' },
  '/graphql/explorer/page.css': { type: 'css', repository: 'src/graphql-explorer/assets/explorer.css' },
  '/graphql/explorer/react.js': { type: 'js', package: 'react/umd/react.production.min.js' },
  '/graphql/explorer/react-dom.js': { type: 'js', package: 'react-dom/umd/react-dom.production.min.js' },
  '/graphql/explorer/graphiql.js': { type: 'js', package: 'graphiql/graphiql.min.js' },
  '/graphql/explorer/explorer.js': { type: 'js', repository: 'src/generated/assets/explorer.js' },
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
