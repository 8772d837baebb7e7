import { expect } from 'vitest';
import { makeIngestedPets, PETS } from '../../support/ingested-files.ts';
import { addFile, publishDataset, type SeededDataset, succeeded } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

const ROW = 'access.datafile.metadata';

interface Seeded {
  readonly dataset: SeededDataset;
  readonly file: number;
}

/** `pets.csv` as its ingest leaves it, published as 1.0 unless it is to stay in the draft. */
async function withTable({ server, fresh, callers: { owner } }: ContractWorld, published = true): Promise<Seeded> {
  const dataset = await fresh.draft();
  const file = await addFile(owner, dataset, { name: 'pets.csv', bytes: PETS.csv, type: 'text/csv' });
  await makeIngestedPets(server, file);
  if (published) await publishDataset(owner, dataset);
  return { dataset, file };
}

/** A published table that is called otherwise in the draft; the record of the draft. */
export async function withDraft(world: ContractWorld): Promise<Seeded & { readonly record: number }> {
  const seeded = await withTable(world);
  const { owner } = world.callers;
  const form = new FormData();
  form.set('jsonData', JSON.stringify({ label: 'renamed.tab' }));
  succeeded(await owner.rest.send(`/api/files/${seeded.file}/metadata`, { method: 'POST', raw: form }));
  const { sql } = world.server.application.connection;
  const [row] = await sql<{ id: number }[]>`select id from file_metadata where data_file_id = ${seeded.file} and label = 'renamed.tab'`;
  return { ...seeded, record: row?.id ?? 0 };
}

const head = /<stdyDscr><citation><titlStmt><titl>[^<]+<\/titl><IDNo agency="doi">10\.5072\/FK2\/\w+<\/IDNo><\/titlStmt><rspStmt>/;
const variable =
  /<var ID="v\d+" name="pounds" intrvl="discrete"><location fileid="f\d+"\/><labl level="variable">pounds<\/labl><sumStat type="mean">26.0<\/sumStat>/;
const emptyVariables = /<dataDscr><\/dataDscr><\/codeBook>$/;

/** What is written for some choice of elements. */
const choices: readonly (readonly [
  shows: string,
  query: Readonly<Record<string, string>>,
  has: readonly RegExp[],
  hasNot: readonly RegExp[],
])[] = [
  ['only variables', { include: 'var' }, [head, variable, /<varFormat/], [/<fileDscr/]],
  ['only the file', { include: 'fileDscr' }, [head, /<fileDscr ID="f\d+">/, emptyVariables], []],
  ['neither for other words', { include: 'labl,dataDscr/var' }, [head, emptyVariables], [/<fileDscr/]],
  ['all but the file', { exclude: 'fileDscr' }, [head, variable], [/<fileDscr/]],
  ['all but variables', { exclude: 'var' }, [/<fileDscr/, emptyVariables], []],
  [
    'all but some elements of them',
    { exclude: 'fileTxt,location,labl,sumStat,varFormat' },
    [/<fileDscr ID="f\d+"><notes/, /<var ID="v\d+" name="pounds" intrvl="discrete"><notes/],
    [/<(?:fileTxt|location|labl|sumStat|varFormat)/],
  ],
  [
    'what cannot be left out, and unknown words',
    { exclude: 'stdyDscr,citation,titl,dataDscr,notes,nothing' },
    [head, variable, /<notes/],
    [],
  ],
];

const choosing = choices.map(([shows, query, has, hasNot]): ContractCase => ({
  row: ROW,
  shows: `writes ${shows}`,
  given: async (world) => ({ path: [(await withTable(world)).file], query }),
  status: 200,
  holds: (answer) => {
    for (const part of has) expect(answer.body).toMatch(part);
    for (const part of hasNot) expect(answer.body).not.toMatch(part);
  },
}));

const found = [ROW, 'access.datafile.metadata.ddi'].map((row): ContractCase => ({
  row,
  shows: 'gives the variables of a published table to all callers, as a file',
  given: async (world) => ({ path: [(await withTable(world)).file] }),
  status: 200,
  holds: (answer) => {
    expect(answer.headers.get('content-type')).toBe('text/xml;charset=UTF-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="pets-ddi.xml"');
    expect(answer.body).toMatch(
      /^<\?xml version='1.0' encoding='UTF-8'\?><codeBook xmlns="http:\/\/www.icpsr.umich.edu\/DDI" version="2.0"><stdyDscr>/,
    );
    expect(answer.body).toMatch(head);
    expect(answer.body).toMatch(/<biblCit>[^<]+, V1, UNF:6:pZmxR\+HCyezWT94Tp3MPxA== \[fileUNF\]<\/biblCit>/);
    expect(answer.body).toMatch(
      /<fileDscr ID="f\d+"><fileTxt><fileName>pets.tab<\/fileName><dimensns><caseQnty>3<\/caseQnty><varQnty>3<\/varQnty><\/dimensns><fileType>text\/tab-separated-values<\/fileType><\/fileTxt><notes level="file" type="VDC:UNF"/,
    );
    expect(answer.body).toMatch(variable);
    expect([...answer.body.matchAll(/<var ID="v\d+" name="(\w+)"/g)].map(([, name]) => name)).toEqual(['name', 'pounds', 'species']);
    expect(answer.body).toMatch(/type="VDC:UNF">UNF:6:8orejrpTyzm42bgLBZKtsw==<\/notes><\/var><\/dataDscr><\/codeBook>$/);
    expect(answer.body).not.toContain('\n');
  },
}));

const versions: readonly ContractCase[] = [
  {
    row: ROW,
    shows: 'describes the newest version that the caller may see, which is the draft for editors',
    as: 'owner',
    given: async (world) => ({ path: [(await withDraft(world)).file] }),
    status: 200,
    holds: (answer) => {
      expect(answer.body).toContain('<fileName>renamed.tab</fileName>');
      expect(answer.body).toContain('DRAFT VERSION');
    },
  },
  {
    row: ROW,
    shows: 'tells nothing of the draft to others',
    given: async (world) => ({ path: [(await withDraft(world)).file] }),
    status: 200,
    holds: (answer) => expect(answer.body).toContain('<fileName>pets.tab</fileName>'),
  },
  {
    row: ROW,
    shows: 'describes the version of a record',
    as: 'owner',
    given: async (world) => {
      const { file, record } = await withDraft(world);
      return { path: [file], query: { fileMetadataId: String(record) } };
    },
    status: 200,
    holds: (answer) => expect(answer.body).toContain('<fileName>renamed.tab</fileName>'),
  },
  {
    row: ROW,
    shows: 'knows no record of the draft for those who may not see it',
    given: async (world) => {
      const { file, record } = await withDraft(world);
      return { path: [file], query: { fileMetadataId: String(record) } };
    },
    status: 404,
    errorCode: 'FILE_NOT_FOUND',
  },
  ...['none', '2147483647'].map((fileMetadataId): ContractCase => ({
    row: ROW,
    shows: `knows no record ${fileMetadataId}`,
    given: async (world) => ({ path: [(await withTable(world)).file], query: { fileMetadataId } }),
    status: 404,
    errorCode: 'FILE_NOT_FOUND',
  })),
];

const refusals: readonly ContractCase[] = [
  { row: ROW, shows: 'knows no other file', given: () => ({ path: [99_999_999] }), status: 404, errorCode: 'FILE_NOT_FOUND' },
  {
    row: ROW,
    shows: 'refuses a file that is no table',
    as: 'owner',
    given: async ({ fresh, callers: { owner } }) => ({ path: [await addFile(owner, await fresh.draft(), { name: 'a.txt' })] }),
    status: 400,
    errorCode: 'FILE_NOT_TABULAR',
  },
  {
    row: ROW,
    shows: 'refuses those who may not see the draft',
    given: async (world) => ({ path: [(await withTable(world, false)).file] }),
    status: 400,
    errorCode: 'FILE_ACCESS_DENIED',
  },
  {
    row: ROW,
    shows: 'refuses those who may not download a restricted file',
    given: async (world) => {
      const { file } = await withTable(world);
      const { sql } = world.server.application.connection;
      await sql`update data_file set restricted = true where id = ${file}`;
      return { path: [file] };
    },
    status: 400,
    errorCode: 'FILE_ACCESS_DENIED',
  },
  {
    row: ROW,
    shows: 'refuses everyone once the retention period is over',
    as: 'owner',
    given: async (world) => {
      const { file } = await withTable(world);
      const { sql } = world.server.application.connection;
      await sql`update data_file set retention_date_unavailable = (now() at time zone 'UTC')::date - 1 where id = ${file}`;
      return { path: [file] };
    },
    status: 400,
    errorCode: 'FILE_ACCESS_DENIED',
  },
];

const many: ContractCase = {
  row: ROW,
  shows: 'writes more variables than are read at once, each once',
  given: async (world) => {
    const { file } = await withTable(world);
    const { sql } = world.server.application.connection;
    await sql`insert into data_variable (data_file_id, file_order, name, interval_type, format_type, unf)
      select ${file}::int, place, 'x' || place, 'discrete', 'CHARACTER', 'UNF:6:x' from generate_series(3, 450) place`;
    return { path: [file] };
  },
  status: 200,
  holds: (answer) => {
    const names = [...answer.body.matchAll(/<var ID="v\d+" name="(\w+)"/g)].map(([, name]) => name);
    expect(names).toEqual(['name', 'pounds', 'species', ...Array.from({ length: 448 }, (_, place) => `x${place + 3}`)]);
    expect(answer.body.match(/<\/dataDscr>/g)).toHaveLength(1);
  },
};

/** Cases of variables in DDI. Source: files.md 22.2. */
export const variableDescriptionCases: readonly ContractCase[] = [...found, ...choosing, ...versions, ...refusals, many];
