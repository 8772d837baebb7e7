/** What the index adds to a write: edits of metadata with its triggers and without, in turn. */
import type { Sql } from 'postgres';
import { callApi } from '../api-client.ts';
import type { ChildServer } from '../child-server.ts';
import { median } from '../compare.ts';
import { TEMPLATE_ALIAS } from '../seed.ts';
import { withoutSearchTriggers } from './seed-search.ts';

const ROUNDS = 6;
const EDITS = 25;
const WANTED = 1.3;

/** A line of figures. */
export async function measureWrites(sql: Sql, { url }: ChildServer): Promise<string> {
  const [draft] = await sql<{ id: number }[]>`
    select d.id from node d join node o on o.id = d.owner_id join collection c on c.id = o.id where c.alias = ${TEMPLATE_ALIAS} order by d.id limit 1`;
  let number = 0;
  const edit = async (): Promise<number> => {
    number += 1;
    const fields = [{ typeName: 'title', multiple: false, typeClass: 'primitive', value: `Edited ${number} times` }];
    const began = performance.now();
    await callApi(`${url}/api/datasets/${draft?.id}/editMetadata?replace=true`, 'PUT', JSON.stringify({ fields }));
    return performance.now() - began;
  };
  const times = { with: [] as number[], without: [] as number[] };
  const edits = async (taken: number[]): Promise<void> => {
    for (let step = 0; step < EDITS; step += 1) taken.push(await edit());
  };
  await edits([]);
  for (let round = 0; round < ROUNDS; round += 1) {
    await edits(times.with);
    await withoutSearchTriggers(sql, () => edits(times.without));
  }
  const [withIndex, without] = [median(times.with), median(times.without)];
  return `an edit of metadata: ${withIndex.toFixed(1)} ms with the index, ${without.toFixed(1)} ms without, ratio ${(withIndex / without).toFixed(2)} (wanted at most ${WANTED})`;
}
