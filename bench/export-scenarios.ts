/** The row about metadata exports that are kept. */
import type { Sql } from 'postgres';
import { isChosen } from './options.ts';
import { get, randomNumbers, type Scenario } from './scenarios.ts';
import type { Seeded } from './seed.ts';

const CACHED = 'Exports: a cached service_json';

/** Datasets whose exports are asked for: more would be made for minutes before they are kept. */
const DATASETS = 200;

/** Whether a choice of rows has one of these. */
export function hasExportScenario(only: string): boolean {
  return isChosen(CACHED, only);
}

/** Has some exports made, and gives the row that reads them. */
export async function prepareExportScenarios(sql: Sql, serverUrl: string, { datasets }: Seeded): Promise<Scenario[]> {
  const rows = await sql<{ pid: string }[]>`
    select d.protocol || ':' || d.authority || d.separator || d.identifier as pid from dataset d
    where d.id >= ${datasets.first} and d.id < ${datasets.first + DATASETS} order by d.id`;
  const pathOf = (pid: string): string => `/api/datasets/export?exporter=service_json&persistentId=${pid}`;
  for (const { pid } of rows) {
    const { status } = await fetch(serverUrl + pathOf(pid));
    if (status !== 200) throw new Error(`The export of ${pid} answered ${status}.`);
  }
  const below = randomNumbers();
  return [
    {
      name: CACHED,
      reference: 'hand-written',
      wanted: 0.6,
      draw: () => {
        const pid = rows[below(rows.length)]?.pid ?? '';
        return { ours: get(pathOf(pid)), reference: get(`/export?service_json,${pid}`) };
      },
    },
  ];
}
