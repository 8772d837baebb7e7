import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countRows } from '../../support/expect-refused.ts';
import { readJson } from '../../support/json-reader.ts';
import { type Caller, createCollection, createUser, guest, superuser, succeeded, uniqueName } from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { blockTable, standardTable } from '../../unit/metadata/block-tables.ts';
import { readBlockFile } from '../../unit/metadata/standard-catalog.ts';
import { STANDARD_BLOCKS } from '../../../src/domain/metadata/standard-blocks.ts';
import { blockOf, faultsOf, sendTable } from './load-world.ts';

let server: TestServer;
let admin: Caller;

beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
});
afterAll(() => server.stop());

/** A name for a block that is no prefix of another. */
function name(): string {
  return uniqueName('block').replace('-', '');
}

describe('the faults that rows have with each other', () => {
  const own = ['own', '', 'Own block'];

  test('are all reported at once, and nothing is loaded', async () => {
    const before = await countRows(server);
    const table = blockTable({
      blocks: [own, own, ['tied', 'no-such-collection', 'Tied']],
      fields: [
        { name: 'first', block: 'own' },
        { name: 'first', block: 'own' },
        { name: 'second', block: 'nowhere' },
        { name: 'third', block: 'own', parent: 'later' },
        { name: 'later', block: 'own', type: 'none' },
        { name: 'selfish', block: 'own', parent: 'selfish' },
        { name: 'listed', block: 'own', vocabulary: true },
        { name: 'underListed', block: 'own', parent: 'listed' },
        { name: 'child', block: 'own', parent: 'later' },
        { name: 'grandchild', block: 'own', parent: 'child' },
        { name: 'empty', block: 'own', type: 'none' },
        { name: 'abroad', block: 'tied', parent: 'later' },
        { name: 'title', block: 'own' },
      ],
      values: [
        ['nofield', 'x', '', '0'],
        ['first', 'x', '', '0'],
        ['listed', 'x', '', '0'],
      ],
    });
    const answer = await sendTable(admin, table);
    expect(answer.status).toBe(400);
    expect(faultsOf(answer)).toEqual([
      'Line 3, #metadataBlock, name: the block own is defined twice',
      'Line 4, #metadataBlock, ownerAlias: there is no collection no-such-collection',
      'Line 7, #datasetField, name: the field first is defined twice',
      'Line 8, #datasetField, metadatablock_id: nowhere is neither an earlier block here nor an installed one',
      'Line 9, #datasetField, parent: later is neither an earlier field here nor an installed one',
      'Line 11, #datasetField, parent: selfish is neither an earlier field here nor an installed one',
      'Line 13, #datasetField, parent: listed takes vocabulary values, not children',
      'Line 15, #datasetField, parent: child is itself a child',
      'Line 16, #datasetField, fieldType: empty has no children, so its type cannot be none',
      'Line 17, #datasetField, metadatablock_id: abroad is a child of later, which is in the block own',
      'Line 18, #datasetField, name: the field title belongs to the block citation, and names are unique over all blocks',
      'Line 20, #controlledVocabulary, DatasetField: nofield is neither an earlier field here nor an installed one',
      'Line 21, #controlledVocabulary, DatasetField: first takes no vocabulary values',
    ]);
    expect(answer.message).toMatch(/13 faults; nothing was loaded/);
    expect(await countRows(server)).toEqual(before);
  });

  test('are the same over GraphQL, with the same code', async () => {
    const table = blockTable({ blocks: [own], fields: [{ name: 'x', block: 'nowhere', type: 'NONE' }] });
    const rest = await sendTable(admin, table);
    const mutation = 'mutation ($input: LoadMetadataBlocksInput!) { loadMetadataBlocks(input: $input) { loaded { name kind } } }';
    const graphql = await admin.graphql.send(mutation, { input: { table } });
    expect(graphql.code).toBe(rest.errorCode);
    expect(graphql.at('errors.0.extensions.problems')).toEqual(rest.at('errors'));
    expect(graphql.at('errors.0.message')).toBe(rest.message);
  });

  test('do not count when a child stands in the wrong place and everything else refers to it', async () => {
    const faults = faultsOf(
      await sendTable(
        admin,
        blockTable({
          blocks: [own],
          fields: [
            { name: 'bad', block: 'own', type: 'nosuch', vocabulary: true },
            { name: 'good', block: 'own' },
          ],
          values: [['bad', 'x', '', '0']],
        }),
      ),
    );
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(/^Line 4, #datasetField, fieldType: nosuch is none of/);
  });

  test.each<readonly [input: object, what: string]>([
    [{}, 'nothing at all'],
    [{ table: 'x', definitions: [] }, 'both forms'],
    [{ definitions: [] }, 'no definitions'],
    [{ definitions: ['text', null, 7] }, 'definitions that are no objects'],
  ])('%j is refused: %s', async (input) => {
    const mutation = 'mutation ($input: LoadMetadataBlocksInput!) { loadMetadataBlocks(input: $input) { loaded { name } } }';
    expect((await admin.graphql.send(mutation, { input })).code).toBe('BAD_USER_INPUT');
  });
});

describe('the faults of JSON definitions', () => {
  const plain = {
    title: 'T',
    type: 'text',
    multiple: false,
    facetable: false,
    advancedSearch: false,
    required: false,
    displayOnCreate: false,
  };
  const load = (...definitions: readonly unknown[]) => admin.rest.post('/api/admin/datasetfield/load', definitions);

  test('are told by pointers, those of form first, then those against what is installed', async () => {
    const fields = [{ ...plain, name: 'title', parent: null, controlledVocabulary: false }];
    const form = await load(
      { name: 'fine', displayName: 'Fine', fields: [] },
      { name: 'other', displayName: 'Other', fields: [...fields, ...fields] },
    );
    expect(faultsOf(form)).toEqual(['/definitions/1/fields/1/name: The field title is defined twice.']);
    const installed = await load({ name: 'other', displayName: 'Other', owner: 'no-such-collection', fields });
    expect(installed.list('errors').map((fault) => readJson(fault).text('pointer'))).toEqual([
      '/definitions/0/owner',
      '/definitions/0/fields/0/name',
    ]);
    expect(installed.message).toMatch(/2 faults; nothing was loaded.*title belongs to the block citation/);
  });
});

describe('JSON definitions that are too large', () => {
  const field = {
    name: 'grain',
    title: 'Grain',
    type: 'text',
    parent: null,
    multiple: false,
    controlledVocabulary: true,
    facetable: false,
    advancedSearch: false,
    required: false,
    displayOnCreate: false,
  };
  const load = (...definitions: readonly unknown[]) => admin.rest.post('/api/admin/datasetfield/load', definitions);
  const block = (more: object): object => ({ name: 'grains', displayName: 'Grains', fields: [field], ...more });

  test('are told which rule they break, and where', async () => {
    const blocks = await load(
      ...Array.from({ length: 101 }, (_, index) => ({ name: `grains${index}`, displayName: 'Grains', fields: [] })),
    );
    expect(faultsOf(blocks)).toEqual(['/definitions: one load holds at most 100 blocks']);
    const many = Array.from({ length: 25_001 }, (_, index) => ({ value: `v${index}` }));
    const values = await load(block({ vocabularies: { grain: many } }));
    expect(faultsOf(values)).toEqual(['Value v25000 of grain, value: one load holds at most 25000 vocabulary values']);
    const entry = { value: 'sand', alternates: Array.from({ length: 96 }, (_, index) => `s${index}`) };
    const texts = await load(block({ displayName: 'x'.repeat(10_001), vocabularies: { grain: [entry] } }));
    expect(faultsOf(texts)).toEqual([
      '/definitions/0/displayName: must not be longer than 10000 characters',
      '/definitions/0/vocabularies/grain/0/alternates: must not be more than 95',
    ]);
    expect((await admin.rest.get('/api/metadatablocks/grains')).status).toBe(404);
  });
});

describe('loading again', () => {
  test.each(STANDARD_BLOCKS)('the table of the block %s changes nothing', async (standard) => {
    const { id, fields } = blockOf(server, standard);
    succeeded(await sendTable(admin, standardTable(standard)));
    expect(blockOf(server, standard)).toMatchObject({ id });
    expect(blockOf(server, standard).fields).toEqual(fields);
  });

  test('a JSON definition changes nothing', async () => {
    const { fields } = blockOf(server, 'journal');
    succeeded(await admin.rest.post('/api/admin/datasetfield/load', [readBlockFile('journal')]));
    expect(blockOf(server, 'journal').fields).toEqual(fields);
  });

  test('a part updates what it names and leaves the rest alone', async () => {
    const block = name();
    const fields = [
      { name: `${block}A`, block, vocabulary: true },
      { name: `${block}B`, block },
    ];
    const values = [
      [`${block}A`, 'One', 'i1', '0', 'uno'],
      [`${block}A`, 'Two', '', '1'],
    ] as const;
    succeeded(await sendTable(admin, blockTable({ blocks: [[block, '', 'Before']], fields, values })));
    const before = blockOf(server, block);
    succeeded(
      await sendTable(
        admin,
        blockTable({
          blocks: [[block, '', 'After', 'https://example.org/ns#']],
          fields: [{ name: `${block}A`, block, vocabulary: true, title: 'New title', multiple: true }],
          values: [
            [`${block}A`, 'Three', '', '2'],
            [`${block}A`, 'Two', 'i2', '3', 'dos'],
          ],
        }),
      ),
    );
    const after = blockOf(server, block);
    expect(after).toMatchObject({ id: before.id, displayName: 'After', namespaceUri: 'https://example.org/ns#' });
    expect(after.fields.map(({ name: own, title, multiple }) => [own, title, multiple])).toEqual([
      [`${block}A`, 'New title', true],
      [`${block}B`, `Title of ${block}B`, false],
    ]);
    expect(after.fields.map(({ id }) => id)).toEqual(before.fields.map(({ id }) => id));
    expect(after.fields[0]?.vocabulary.map(({ value, identifier, alternates }) => [value, identifier, alternates])).toEqual([
      ['One', 'i1', ['uno']],
      ['Three', null, []],
      ['Two', 'i2', ['dos']],
    ]);
  });
});

describe('vocabulary values', () => {
  async function vocabularyAfter(
    ...loads: readonly (readonly (readonly [value: string, identifier: string, ...alternates: string[]])[])[]
  ) {
    const block = name();
    const field = `${block}V`;
    for (const [index, values] of loads.entries()) {
      const rows = values.map(
        ([value, identifier, ...alternates], order) => [field, value, identifier, String(order), ...alternates] as const,
      );
      const head = index === 0 ? { blocks: [[block, '', 'Block']], fields: [{ name: field, block, vocabulary: true }] } : {};
      succeeded(await sendTable(admin, blockTable({ ...head, values: rows })));
    }
    return blockOf(server, block).fields[0]?.vocabulary.map(({ value, identifier, alternates }) => [value, identifier, ...alternates]);
  }

  test('are renamed by their identifiers, also to each other’s names', async () => {
    expect(
      await vocabularyAfter(
        [
          ['Up', 'u'],
          ['Down', 'd'],
        ],
        [
          ['Down', 'u'],
          ['Up', 'd'],
        ],
      ),
    ).toEqual([
      ['Down', 'u'],
      ['Up', 'd'],
    ]);
  });

  test('are found by their text, then get an identifier', async () => {
    expect(await vocabularyAfter([['Up', '', 'high']], [['Up', 'u', 'top']])).toEqual([['Up', 'u', 'top']]);
  });

  test('keep their identifiers when a row has none', async () => {
    expect(await vocabularyAfter([['Up', 'u']], [['Up', '']])).toEqual([['Up', 'u']]);
  });

  test('are found by an alternate, which becomes the value', async () => {
    expect(await vocabularyAfter([['Up', '', 'high']], [['high', '', 'Up']])).toEqual([['high', null, 'Up']]);
  });

  test('of different identifiers are different, whatever their alternates', async () => {
    expect(await vocabularyAfter([['Up', 'u', 'high']], [['high', 'h']])).toEqual([
      ['Up', 'u', 'high'],
      ['high', 'h'],
    ]);
  });

  test('that are equal are one, with the last identifier', async () => {
    expect(
      await vocabularyAfter([
        ['Up', 'a'],
        ['Up', 'b'],
      ]),
    ).toEqual([['Up', 'b']]);
  });

  test('cannot take the name or the identifier of another one', async () => {
    const block = name();
    const field = `${block}V`;
    const load = (...values: readonly (readonly [string, string])[]) =>
      sendTable(
        admin,
        blockTable({
          blocks: [[block, '', 'Block']],
          fields: [{ name: field, block, vocabulary: true }],
          values: values.map(([value, identifier], order) => [field, value, identifier, String(order)]),
        }),
      );
    expect(faultsOf(await load(['A', 'same'], ['B', 'same']))[0]).toMatch(
      /^Line 7, #controlledVocabulary, identifier: .* two values for same/,
    );
    succeeded(await load(['A', 'a'], ['B', 'b']));
    expect(faultsOf(await load(['B', 'a']))[0]).toMatch(/^Line 6, #controlledVocabulary, Value: .* two values for B/);
  });
});

describe('the collection that a block is tied to', () => {
  test('is found by its alias in any case; the block outlives it', async () => {
    const owner = await createCollection(admin, { published: false });
    const block = name();
    succeeded(await sendTable(admin, blockTable({ blocks: [[block, owner.alias.toUpperCase(), 'Tied']] })));
    expect(blockOf(server, block).ownerCollectionId).toBe(owner.id);
    const query = `{ metadataBlock(reference: { name: "${block}" }) { ownerCollection { alias } } }`;
    const shown = async (caller: Caller) => (await caller.graphql.expectData(query)).at('data.metadataBlock.ownerCollection');
    expect([await shown(admin), await shown(guest(server))]).toEqual([{ alias: owner.alias }, null]);
    succeeded(await admin.rest.delete(`/api/collections/${owner.alias}`));
    expect(await shown(admin)).toBeNull();
    succeeded(await sendTable(admin, blockTable({ blocks: [[name(), '', 'Another']] })));
    expect(blockOf(server, block).ownerCollectionId).toBeNull();
  });
});

describe('who may load', () => {
  test('is decided by the administrative gate, before the table is read', async () => {
    const user = await createUser(server, 'user');
    expect([await sendTable(guest(server), 'x'), await sendTable(user, 'x')].map(({ errorCode }) => errorCode)).toEqual([
      'AUTHENTICATION_REQUIRED',
      'ADMIN_API_REFUSED',
    ]);
    const mutation = 'mutation { loadMetadataBlocks(input: { table: "x" }) { loaded { name } } }';
    const codes = [await guest(server).graphql.send(mutation), await user.graphql.send(mutation)].map(({ code }) => code);
    expect(codes).toEqual(['AUTHENTICATION_REQUIRED', 'ADMIN_API_REFUSED']);
  });
});

describe('over GraphQL', () => {
  test('the blocks loaded come with the answer', async () => {
    const block = name();
    const answer = await admin.graphql.expectData(
      `mutation ($table: String!) { loadMetadataBlocks(input: { table: $table }) {
        loaded { name kind } blocks { name fields { name type blockName children { name parentName parentMultiple facetName } } } } }`,
      {
        table: blockTable({
          blocks: [[block, '', 'Block']],
          fields: [
            { name: `${block}P`, block, type: 'none', multiple: true },
            { name: `${block}C`, block, parent: `${block}P` },
          ],
        }),
      },
    );
    expect(answer.at('data.loadMetadataBlocks')).toEqual({
      loaded: [
        { name: block, kind: 'METADATA_BLOCK' },
        { name: `${block}P`, kind: 'DATASET_FIELD' },
        { name: `${block}C`, kind: 'DATASET_FIELD' },
      ],
      blocks: [
        {
          name: block,
          fields: [
            {
              name: `${block}P`,
              type: 'NONE',
              blockName: block,
              children: [{ name: `${block}C`, parentName: `${block}P`, parentMultiple: true, facetName: `${block}C_ss` }],
            },
          ],
        },
      ],
    });
    const listed = await guest(server).graphql.expectData(`{ metadataBlock(reference: { name: "${block}" }) { databaseId } }`);
    expect(readJson(listed.at('data')).number('metadataBlock.databaseId')).toBeGreaterThan(7);
  });
});
