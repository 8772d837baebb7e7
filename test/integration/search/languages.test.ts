// Titles in any script, names of files, variables and identifiers are found as people write them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { search } from '../../../src/domain/search/search.ts';
import { createRequestContext } from '../../../src/request-context.ts';
import { NODE_KINDS } from '../../../src/vocabulary/collections.ts';
import { type DomainWorld, startDomainWorld } from '../domain/domain-world.ts';

const TITLES = [
  'Bevölkerungsdichte der Städte',
  '東京の地震記録',
  '北京空气质量',
  'قياس الزلازل',
  'מדידות רעידות',
  'Œuvres à Évreux',
] as const;
const FILE = 'wave_2-final.v3.txt';

let world: DomainWorld;
let identifier: string;
beforeAll(async () => {
  world = await startDomainWorld();
  const collection = await world.createCollection('languages');
  for (const title of TITLES) await world.createDataset(collection, title);
  const dataset = await world.createDataset(collection, 'Identified');
  const file = await world.addFile(dataset, FILE);
  await world.sql`insert into data_table (data_file_id, case_quantity, variable_quantity, unf) values (${file}, 1, 1, 'UNF:6:abc==')`;
  await world.sql`insert into data_variable (data_file_id, file_order, name, label, interval_type, format_type, unf)
    values (${file}, 0, 'q1_bodymass', 'Weight of the flycatcher', 'contin', 'numeric', 'UNF:6:abc==')`;
  const [row] = await world.sql<{ pid: string }[]>`
    select protocol || ':' || authority || separator || identifier as pid from dataset where id = ${dataset}`;
  identifier = row?.pid ?? '';
});
afterAll(() => world.stop());

async function names(query: string): Promise<string[]> {
  const context = createRequestContext(world.server.application, { actor: world.superuser, requestId: 'languages' });
  const { hits } = await search(context, {
    query,
    filters: [],
    kinds: NODE_KINDS,
    within: [{ alias: 'languages' }],
    circle: undefined,
    sort: 'name',
    descending: false,
    offset: 0,
    limit: 100,
    withFacets: false,
    withHighlights: false,
    withAlternatives: false,
    service: null,
  });
  return hits.map((hit) => (hit.kind === 'DATAFILE' ? hit.file.label : hit.kind === 'DATASET' ? hit.version.title : hit.collection.name));
}

describe('what people write', () => {
  test.each([
    ['the beginning of a compound', 'Bevölkerung*', [TITLES[0]]],
    ['a compound without its accents', 'bevolkerungsdichte', [TITLES[0]]],
    ['a part of a compound between wildcards', '*dichte*', [TITLES[0]]],
    ['a word of Japanese', '地震', [TITLES[1]]],
    ['the name of a place in Japanese, in quotes', '"東京"', [TITLES[1]]],
    ['a word of Chinese', '空气', [TITLES[2]]],
    ['characters of Chinese in another order', '气空', []],
    ['a word of Arabic', 'الزلازل', [TITLES[3]]],
    ['a word of Arabic with vowel signs', 'قِيَاس', [TITLES[3]]],
    ['a word of Hebrew', 'רעידות', [TITLES[4]]],
    ['a word of Hebrew with points', 'מְדִידוֹת', [TITLES[4]]],
    ['a ligature as two letters', 'oeuvres', [TITLES[5]]],
    ['a word without the accent on its capital', 'evreux', [TITLES[5]]],
    ['accents as signs of their own', 'E\u0301vreux', [TITLES[5]]],
    ['a whole name of a file', FILE, [FILE]],
    ['a name of a file as a field', `fileName:"${FILE}"`, [FILE]],
    ['a name of a file without its extension', 'fileNameWithoutExtension:wave_2-final.v3', [FILE]],
    ['the beginning of a name of a file', 'wave_2*', [FILE]],
    ['a pattern of a name of a file', 'wave?2*v3.txt', [FILE]],
    ['the name of a variable', 'q1_bodymass', [FILE]],
    ['the name of a variable as a field', 'variableName:q1_bodymass', [FILE]],
    ['the label of a variable', 'flycatchers', [FILE]],
    ['the label of a variable as a field', 'variableLabel:"weight of the flycatcher"', [FILE]],
  ])('%s', async (_what, query, found) => {
    expect(await names(query)).toEqual(found);
  });

  test.each<[string, (pid: string) => string]>([
    ['an identifier', (pid) => pid],
    ['its second half', (pid) => pid.replace(/^doi:[^/]+\//u, '')],
    ['its address', (pid) => pid.replace('doi:', 'https://doi.org/')],
    ['its old address', (pid) => pid.replace('doi:', 'http://dx.doi.org/')],
    ['it in quotes', (pid) => `"${pid}"`],
    ['it as a field', (pid) => `dsPersistentId:"${pid}"`],
    ['it in small letters', (pid) => pid.toLowerCase()],
  ])('%s', async (_what, query) => {
    expect(await names(query(identifier))).toEqual(['Identified']);
  });
});
