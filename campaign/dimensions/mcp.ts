/** Messages of the Model Context Protocol. */
import type { Dimension, HostileRequest } from '../dimension.ts';

const LARGEST = 1_900_000;

/** A message by POST, as a client of the protocol sends it. */
function message(body: string): HostileRequest {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-06-18',
  };
  return { method: 'POST', path: '/mcp', headers, body };
}

function called(name: string, args: Readonly<Record<string, unknown>>): HostileRequest {
  return message(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }));
}

/** By name: the message of a size. */
const messages: Readonly<Record<string, (size: number) => HostileRequest>> = {
  'words of a search': (n) => called('search', { query: 'a '.repeat(n / 2) }),
  'words of the longest search': (n) => called('search', { query: 'a '.repeat(n / 2).slice(0, 2000) }),
  'filters of a search': (n) => called('search', { filters: Array.from({ length: Math.ceil(n / 8) }, () => 'a:b') }),
  'the identifier of a dataset': (n) => called('get_dataset', { dataset: `doi:10.5072/${'x'.repeat(n)}` }),
  'conditions on rows': (n) =>
    called('query_table', {
      file: 1,
      where: Array.from({ length: Math.ceil(n / 45) }, () => ({ column: 'a', operator: 'EQ', values: ['1'] })),
    }),
  'different arguments': (n) =>
    called('search', Object.fromEntries(Array.from({ length: Math.ceil(n / 12) }, (_, index) => [`a${index}`, 1]))),
  'the name of a tool': (n) => called('x'.repeat(n), {}),
  'messages in one request': (n) => message(`[${'{"jsonrpc":"2.0","id":1,"method":"tools/list"},'.repeat(Math.ceil(n / 46))}{}]`),
  'brackets of a message': (n) => message(`{"jsonrpc":"2.0","id":1,"method":"ping","params":${'['.repeat(n / 2)}${']'.repeat(n / 2)}}`),
};

export const mcpDimensions: readonly Dimension[] = [
  ...Object.entries(messages).map(([name, requests]): Dimension => ({
    name: `tools for models: ${name}`,
    as: 'depositor',
    sizes: [64, LARGEST],
    requests,
  })),
  {
    name: 'tools for models: a small file',
    as: 'depositor',
    sizes: [64, 1_500_000],
    writes: true,
    requests: (size, world) => called('upload_file', { dataset: world.draft.persistentId, name: 'a.txt', text: 'x'.repeat(size) }),
  },
];
