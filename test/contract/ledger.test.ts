import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { queryParametersOf } from '../../src/rest-compat/openapi.ts';
import { routeTable } from '../../src/rest-compat/route-table.ts';

const LEDGER_ROWS = 142;

function column(row: readonly string[], index: number): string {
  const cell = row[index];
  if (cell === undefined) throw new Error(`A row of the ledger has no column ${index}.`);
  return cell;
}

function rowsOf(file: string): readonly (readonly string[])[] {
  return readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => line.split('\t'));
}

const documented = rowsOf('endpoints.tsv');
/** Endpoints that today's clients call although the specification does not list them. */
const beyondSpecification = rowsOf('beyond-specification.tsv');

const ledger = [...documented, ...beyondSpecification].map((row) => ({
  id: column(row, 0),
  method: column(row, 1),
  path: column(row, 2),
  auth: column(row, 3),
  cors: column(row, 4) === 'cors',
  query: column(row, 5)
    .split(',')
    .filter((name) => name !== ''),
  deprecated: column(row, 6).startsWith('deprecated'),
}));

const byId = new Map(routeTable.map((route) => [route.id, route]));

test('the ledger has every documented row', () => {
  expect(documented).toHaveLength(LEDGER_ROWS);
});

test('the route table holds the rows of the ledger and no others', () => {
  expect(routeTable.map((route) => route.id).sort()).toEqual(ledger.map((row) => row.id).sort());
});

test('no id and no method with path occurs twice', () => {
  expect(byId.size).toBe(routeTable.length);
  expect(new Set(routeTable.map((route) => `${route.method} ${route.path}`)).size).toBe(routeTable.length);
});

test.each(ledger)('$id has the method, path, auth, CORS mark and deprecation of the ledger', (row) => {
  const route = byId.get(row.id);
  expect({
    method: route?.method,
    path: route?.path,
    auth: route?.auth,
    cors: route?.cors ?? false,
    deprecated: route?.deprecated ?? false,
  }).toEqual({ method: row.method, path: row.path, auth: row.auth, cors: row.cors, deprecated: row.deprecated });
});

test.each(ledger.filter((row) => row.query.length > 0))('$id knows the query parameters of the ledger', (row) => {
  const route = byId.get(row.id);
  expect(route === undefined ? [] : queryParametersOf(route).map(({ name }) => name)).toEqual(expect.arrayContaining(row.query));
});
