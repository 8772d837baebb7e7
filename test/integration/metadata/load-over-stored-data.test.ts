import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Caller,
  createCollection,
  publishDataset,
  type SeededCollection,
  succeeded,
  superuser,
  uniqueName,
} from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { blockTable, type TableContent, type TableField } from '../../unit/metadata/block-tables.ts';
import { blockOf, faultsOf, fieldsOf, sendDataset, sendTable } from './load-world.ts';

/** Definitions may change as long as no version, published or not, holds what would not fit them any more. */
let server: TestServer;
let admin: Caller;
let collection: SeededCollection;

beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  collection = await createCollection(admin);
});
afterAll(() => server.stop());

interface Loaded {
  readonly block: string;
  /** The definitions as loaded; `changes` are put over the field of that suffix. */
  content(changes?: Readonly<Record<string, Partial<TableField>>>): TableContent;
}

/** A block with a text, a list, a vocabulary, a compound and an empty field. */
async function load(): Promise<Loaded> {
  const block = uniqueName('block').replace('-', '');
  const content: Loaded['content'] = (changes = {}) => ({
    blocks: [
      [block, '', 'Block'],
      [`${block}2`, '', 'Second block'],
    ],
    fields: [
      { name: `${block}Text`, block },
      { name: `${block}List`, block, multiple: true },
      { name: `${block}Word`, block, vocabulary: true },
      { name: `${block}Pair`, block, type: 'none', multiple: true },
      { name: `${block}Left`, block, parent: `${block}Pair` },
      { name: `${block}Right`, block, parent: `${block}Pair` },
      { name: `${block}Unused`, block },
    ].map((field) => ({ ...field, ...changes[field.name.slice(block.length)] })),
    values: [
      [`${block}Word`, 'Yes', 'y', '0'],
      [`${block}Word`, 'No', 'n', '1'],
    ],
  });
  succeeded(await sendTable(admin, blockTable(content())));
  return { block, content };
}

async function fill(block: string): Promise<number> {
  const primitive = (typeName: string, value: string) => ({ typeName, multiple: false, typeClass: 'primitive', value });
  const answer = await sendDataset(
    admin,
    collection,
    primitive(`${block}Text`, 'text'),
    { typeName: `${block}List`, multiple: true, typeClass: 'primitive', value: ['a', 'b'] },
    { typeName: `${block}Word`, multiple: false, typeClass: 'controlledVocabulary', value: 'Yes' },
    {
      typeName: `${block}Pair`,
      multiple: true,
      typeClass: 'compound',
      value: [{ [`${block}Left`]: primitive(`${block}Left`, 'left') }],
    },
  );
  return succeeded(answer).number('data.id');
}

const breaking: readonly (readonly [string, string, Partial<TableField>, RegExp])[] = [
  ['a text that becomes repeatable', 'Text', { multiple: true }, /allowmultiples: versions hold values of \w+Text, .*repeatable/],
  ['a list that becomes single', 'List', { multiple: false }, /allowmultiples: versions hold values of \w+List, .*single/],
  ['a compound that becomes single', 'Pair', { multiple: false }, /allowmultiples: versions hold values of \w+Pair, .*single/],
  ['a text that becomes a number', 'Text', { type: 'int' }, /fieldType: versions hold values of \w+Text, .*int/],
  ['a list that becomes dates', 'List', { type: 'date' }, /fieldType: .*date/],
  ['a text that gets a vocabulary', 'Text', { vocabulary: true }, /fieldType: .* as primitive, .*controlledVocabulary/],
  ['a vocabulary that is given up', 'Word', { vocabulary: false }, /fieldType: .* as controlledVocabulary, .*primitive/],
  ['a child that leaves its compound', 'Left', { parent: '' }, /parent: .*Left, .*top level/],
];

describe('a field that versions hold values of', () => {
  let loaded: Loaded;
  let datasetId: number;
  beforeAll(async () => {
    loaded = await load();
    datasetId = await fill(loaded.block);
  });

  test.each(breaking)('refuses %s', async (_what, field, change, fault) => {
    const { block, content } = loaded;
    const before = blockOf(server, block);
    const answer = await sendTable(admin, blockTable({ ...content({ [field]: change }), values: [] }));
    expect(answer.status, answer.body).toBe(400);
    expect(faultsOf(answer)).toEqual([expect.stringMatching(fault)]);
    expect(blockOf(server, block)).toEqual(before);
  });

  test('refuses to move to another block', async () => {
    const { block } = loaded;
    const answer = await sendTable(admin, blockTable({ fields: [{ name: `${block}Text`, block: `${block}2` }] }));
    expect(faultsOf(answer)).toEqual([expect.stringMatching(/metadatablock_id: .*Text, .* move from the block/)]);
  });

  test('refuses a child, which would make it a compound', async () => {
    const { block } = loaded;
    const answer = await sendTable(admin, blockTable({ fields: [{ name: `${block}Below`, block, parent: `${block}Text` }] }));
    expect(faultsOf(answer)).toEqual([expect.stringMatching(/^Line 2, .*parent: .*Text as primitive, .*compound/)]);
  });

  test('refuses a vocabulary that loses the spelling, unless it stays as an alternate', async () => {
    const { block } = loaded;
    const rename = (...alternates: string[]) =>
      sendTable(admin, blockTable({ values: [[`${block}Word`, 'Surely', 'y', '0', ...alternates]] }));
    expect(faultsOf(await rename('ja'))).toEqual([expect.stringMatching(/^Line 2, .*Value: renames Yes, which versions hold/)]);
    succeeded(await rename('ja', 'Yes'));
    // What is sent back as it was read is still understood.
    const { rest } = admin;
    const draft = succeeded(await rest.get(`/api/datasets/${datasetId}/versions/:draft`));
    succeeded(await rest.put(`/api/datasets/${datasetId}/versions/:draft`, { metadataBlocks: draft.at('data.metadataBlocks') }));
    expect(await fieldsOf(admin, datasetId, block)).toContainEqual(expect.objectContaining({ value: 'Surely' }));
    // A value that no version holds may be renamed as it pleases.
    succeeded(await sendTable(admin, blockTable({ values: [[`${block}Word`, 'Never', 'n', '1']] })));
  });

  test('takes what fits: titles, texts of other kinds, demands, new children of a compound', async () => {
    const { block, content } = loaded;
    const harmless = content({ Text: { title: 'Other', type: 'textbox', required: true }, List: { type: 'string', facetable: true } });
    const fields = [...(harmless.fields ?? []), { name: `${block}Middle`, block, parent: `${block}Pair` }];
    succeeded(await sendTable(admin, blockTable({ ...harmless, fields, values: [] })));
    expect(blockOf(server, block).fields.map(({ title }) => title)[0]).toBe('Other');
  });

  test('counts in a published version as in a draft', async () => {
    const { block, content } = await load();
    const id = await fill(block);
    await publishDataset(admin, { id, persistentId: '' });
    const answer = await sendTable(admin, blockTable({ ...content({ Text: { multiple: true } }), values: [] }));
    expect(faultsOf(answer)).toHaveLength(1);
  });
});

describe('a field that no version holds values of', () => {
  test.each(breaking.filter(([, field]) => field !== 'Left'))('takes %s', async (_what, field, change) => {
    const { content } = await load();
    const answer = await sendTable(admin, blockTable({ ...content({ [field]: change }), values: [] }));
    expect(answer.status, answer.body).toBe(200);
  });

  test('takes another parent, and another block with all that belongs to it', async () => {
    const { block, content } = await load();
    succeeded(await sendTable(admin, blockTable({ ...content({ Unused: { parent: `${block}Pair` } }), values: [] })));
    expect(blockOf(server, block).fields.find(({ name }) => name === `${block}Pair`)?.children).toHaveLength(3);
    const moved = { block: `${block}2` };
    const alone = await sendTable(admin, blockTable({ ...content({ Pair: moved }), values: [] }));
    expect(faultsOf(alone).length).toBeGreaterThan(0);
    const together = content({ Pair: moved, Left: moved, Right: moved, Unused: { ...moved, parent: `${block}Pair` } });
    succeeded(await sendTable(admin, blockTable({ ...together, values: [] })));
    expect(blockOf(server, `${block}2`).fields.map(({ name, children }) => [name, children.length])).toEqual([[`${block}Pair`, 3]]);
  });

  test('that is given up as a vocabulary keeps the values for later', async () => {
    const { block, content } = await load();
    succeeded(await sendTable(admin, blockTable({ ...content({ Word: { vocabulary: false } }), values: [] })));
    const word = () => blockOf(server, block).fields.find(({ name }) => name === `${block}Word`);
    expect(word()).toMatchObject({ typeClass: 'primitive', vocabulary: [] });
    succeeded(await sendTable(admin, blockTable({ ...content(), values: [] })));
    expect(word()?.vocabulary.map(({ value }) => value)).toEqual(['Yes', 'No']);
  });
});
