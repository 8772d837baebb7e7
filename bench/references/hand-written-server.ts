/**
 * The same answers as the measured server gives, by node:http, one prepared statement each and nothing else: no
 * permissions, no tokens, no checks of input, no log. The yardstick, not a design. `/hello` is the yardstick's own.
 */
import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import postgres from 'postgres';
import { keptExport, keptPage } from './export-answers.ts';
import { graphqlFiles, restFiles } from './file-answers.ts';
import { graphqlDataset, graphqlList } from './graphql-answers.ts';
import { type Installation, restContents, restDataset } from './rest-answers.ts';
import { wordSearch } from './search-answers.ts';
import { graphqlAncestors, restStorageSize } from './tree-answers.ts';
import { createDataset, restVersions } from './version-answers.ts';

const sql = postgres(process.env['DATABASE_URL'] ?? '', {
  max: Number(process.env['DATABASE_POOL_SIZE']),
  connection: { TimeZone: 'UTC' },
});

async function readInstallation(): Promise<Installation> {
  const blocks = await sql<{ name: string; display_name: string }[]>`select name, display_name from metadata_block`;
  const [root] = await sql<{ name: string }[]>`select c.name from collection c join node n on n.id = c.id where n.owner_id is null`;
  return { publisher: root?.name ?? '', blockNames: new Map(blocks.map((row) => [row.name, row.display_name])) };
}

const installation = await readInstallation();

function send(response: ServerResponse, value: unknown, status = 200): void {
  sendText(response, value === undefined ? undefined : JSON.stringify(value), status);
}

function sendText(response: ServerResponse, body: string | undefined, status = 200): void {
  if (body === undefined) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
}

function answer(url: string): Promise<unknown> | undefined {
  const [path = '', query = ''] = url.split('?');
  const [, name, first = '', second = ''] = path.split('/');
  if (name === 'dataset') return restDataset(sql, installation, Number(first));
  if (name === 'contents') return restContents(sql, installation, Number(first));
  if (name === 'dataset-query') return graphqlDataset(sql, installation, Number(first));
  if (name === 'list-query') return graphqlList(sql, first, Number(second));
  if (name === 'storage-size') return restStorageSize(sql, Number(first));
  if (name === 'ancestors') return graphqlAncestors(sql, Number(first));
  if (name === 'versions') return restVersions(sql, installation, Number(first));
  if (name === 'files') return restFiles(sql, Number(first), new URLSearchParams(query));
  if (name === 'files-query') return graphqlFiles(sql, Number(first), new URLSearchParams(query));
  if (name === 'search') return wordSearch(sql, first);
  return undefined;
}

createServer((request, response) => {
  const { url = '/' } = request;
  if (request.method === 'POST') {
    const alias = url.split('/').at(-1) ?? '';
    text(request)
      .then((body) => createDataset(sql, alias, body))
      .then(
        (value) => send(response, value, 201),
        () => response.writeHead(500).end(),
      );
    return;
  }
  if (url === '/hello') {
    response.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Length': 5 });
    response.end('hello');
    return;
  }
  if (url.startsWith('/export?')) {
    keptExport(sql, url.slice('/export?'.length)).then(
      (body) => sendText(response, body),
      () => response.writeHead(500).end(),
    );
    return;
  }
  if (url.startsWith('/export-page?')) {
    keptPage(sql, url.slice('/export-page?'.length), `http://${request.headers.host ?? ''}/oai`).then(
      (body) => sendText(response, body),
      () => response.writeHead(500).end(),
    );
    return;
  }
  const answered = answer(url);
  if (answered === undefined) {
    response.writeHead(404).end();
    return;
  }
  answered.then(
    (value) => send(response, value),
    () => response.writeHead(500).end(),
  );
}).listen(Number(process.env['PORT']), '127.0.0.1');
