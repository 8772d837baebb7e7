import type { Table } from '../../../src/tabular/table.ts';
import { seededRandom } from '../../integration/domain/seeded-random.ts';
import { type MadeVariable, madeTable } from './made-table.ts';
import type { Cell } from './read-table.ts';

/** A table of each kind of variable, drawn at random. */
export function drawnTable(seed: number, rows: number): Table {
  const { below, pick, chance } = seededRandom(seed);
  const pieces = ['a', 'é', '😀', '"', ',', '\n', '\r', '\t', ' ', '-', 'NA', 'NaN', '""'];
  const cells = (draw: () => Cell): Cell[] => Array.from({ length: rows }, () => (chance(0.1) ? null : draw()));
  const double = (): number => (below(2e9) - 1e9) * 10 ** (below(40) - 20);
  const date = (): string => `${1800 + below(400)}-0${1 + below(9)}-1${below(9)}`;
  const made: MadeVariable[] = [
    { name: 'whole', storage: 'integer', cells: cells(() => below(2e9) - 1e9) },
    { name: 'wide', storage: 'int64', cells: cells(() => BigInt(below(1e9)) ** 2n * (chance(0.5) ? -1n : 1n)) },
    { name: 'double', storage: 'double', cells: cells(() => (chance(0.1) ? pick([Infinity, -Infinity, -0, 5e-324]) : double())) },
    { name: 'plain', storage: 'double', notation: 'plain', cells: cells(double) },
    { name: 'float', storage: 'float', cells: cells(() => Math.fround(double())) },
    { name: 'text "quoted"', storage: 'text', cells: cells(() => Array.from({ length: below(5) }, () => pick(pieces)).join('')) },
    { name: 'date', storage: 'text', formatCategory: 'date', format: 'yyyy-MM-dd', cells: cells(date) },
  ];
  return madeTable(made, 7);
}
