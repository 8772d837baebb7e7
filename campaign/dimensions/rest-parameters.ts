/** Parameters of every row that grow: what can backtrack, split, decode or search. */
import type { Dimension, HostileRequest } from '../dimension.ts';
import type { World } from '../world.ts';
import { pathOf, pathParameters, restRows, type RestRow } from './rest-table.ts';

/** Texts at which patterns backtrack, splits multiply and searches go on. */
const TEXTS: readonly ((size: number) => string)[] = [
  (n) => 'x'.repeat(n),
  (n) => '1'.repeat(n),
  (n) => `${' '.repeat(n)}x`,
  (n) => `${'-1'.repeat(n / 2)}x`,
  (n) => `${'a.'.repeat(n / 2)}@`,
  (n) => ','.repeat(n),
  (n) => '/'.repeat(n),
  (n) => '%_'.repeat(n / 2),
  (n) => '"'.repeat(n),
  (n) => '('.repeat(n),
  (n) => `http://${'a'.repeat(n)} `,
  (n) => `${'1,'.repeat(n / 2)}1`,
  (n) => '&'.repeat(n),
  (n) => `doi:10.5072/${'/'.repeat(n)}`,
];

/** Node takes no more than 16 KB of request line and headers together; what is sent percent-encoded takes three bytes a character. */
const LONGEST = 15_000;

function encoded(text: string): string {
  return encodeURIComponent(text).slice(0, LONGEST);
}

function requestsOf(row: RestRow, size: number, world: World, drawn: number | undefined): HostileRequest[] {
  const places = [...row.query.map((name) => ({ name, inPath: false })), ...pathParameters(row).map((name) => ({ name, inPath: true }))];
  return places.flatMap(({ name, inPath }, place) =>
    TEXTS.map((make) => make(size))
      // The short form draws one text for each place.
      .filter((_, index) => drawn === undefined || index === (drawn + place) % TEXTS.length)
      .map((text) => {
        const path = pathOf(row, world, inPath ? { [name]: text.slice(0, 5000) } : {});
        return { method: row.method, path: (inPath ? path : `${path}?${encodeURIComponent(name)}=${encoded(text)}`).slice(0, LONGEST) };
      }),
  );
}

/** `/api/datasets` of whatever lies below. */
const areaOf = ({ path }: RestRow): string => path.split('/').slice(0, 3).join('/');

/** One case for each row that has a parameter; in the short form one for all rows of an area. */
export function restParameters(seed: number, long: boolean): readonly Dimension[] {
  const rows = restRows().filter((row) => row.query.length > 0 || pathParameters(row).length > 0);
  if (long) {
    return rows.map((row) => ({
      name: `parameters: ${row.name}`,
      // A depositor gets further than a guest where he reads; what he writes is sent as bodies.
      as: row.method === 'GET' ? 'depositor' : 'guest',
      sizes: [512, LONGEST],
      requests: (size, world) => requestsOf(row, size, world, undefined),
    }));
  }
  return Object.entries(Object.groupBy(rows, areaOf)).map(([area, group = []]) => ({
    name: `parameters: ${area}`,
    sizes: [5000, 5000],
    requests: (size, world) => group.flatMap((row, index) => requestsOf(row, size, world, seed + index)),
  }));
}
