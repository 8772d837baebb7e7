import { expect } from 'vitest';
import { succeeded } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

/** As the client in JavaScript sends it. */
const TEMPLATE = {
  name: 'For surveys',
  isDefault: true,
  fields: [
    {
      typeName: 'author',
      typeClass: 'compound',
      multiple: true,
      value: [{ authorName: { typeName: 'authorName', typeClass: 'primitive', multiple: false, value: 'Survey, Office' } }],
    },
    { typeName: 'subtitle', typeClass: 'primitive', multiple: false, value: 'A survey' },
  ],
  instructions: [{ instructionField: 'author', instructionText: 'Who asked' }],
};

const KEYS = [
  'id',
  'name',
  'collectionAlias',
  'isDefault',
  'usageCount',
  'createTime',
  'createDate',
  'termsOfUseAndAccess',
  'datasetFields',
  'instructions',
];

/** Adds a template to a collection; its id. */
async function added({ callers }: ContractWorld, alias: string, more: object = {}): Promise<number> {
  const sent = await callers.owner.rest.post(`/api/collections/${alias}/templates`, { ...TEMPLATE, ...more });
  return succeeded(sent).number('data.id');
}

async function namesIn({ callers }: ContractWorld, alias: string): Promise<unknown[]> {
  const listed = succeeded(await callers.owner.rest.get(`/api/collections/${alias}/templates`)).list('data');
  return listed.map((template) => (template as { name: string }).name);
}

const title = { typeName: 'title', typeClass: 'primitive', multiple: false, value: 'Made with a template' };
const contact = {
  typeName: 'datasetContact',
  typeClass: 'compound',
  multiple: true,
  value: [{ datasetContactEmail: { typeName: 'datasetContactEmail', typeClass: 'primitive', multiple: false, value: 'a@example.org' } }],
};
const description = {
  typeName: 'dsDescription',
  typeClass: 'compound',
  multiple: true,
  value: [{ dsDescriptionValue: { typeName: 'dsDescriptionValue', typeClass: 'primitive', multiple: false, value: 'Text' } }],
};
const subject = { typeName: 'subject', typeClass: 'controlledVocabulary', multiple: true, value: ['Social Sciences'] };
const dataset = (...fields: readonly object[]) => ({
  datasetVersion: { metadataBlocks: { citation: { displayName: 'Citation', fields } } },
});

let last = { alias: '', template: 0 };

async function remembered(world: ContractWorld, more: object = {}): Promise<typeof last> {
  const { alias } = await world.fresh.collection();
  last = { alias, template: await added(world, alias, more) };
  return last;
}

/** Cases of templates. Source: collections.md 11.2, users-admin.md 18.4. */
export const templateCases: readonly ContractCase[] = [
  {
    row: 'collections.templates.create',
    shows: 'adds a template with fields, instructions, and the default licence',
    as: 'owner',
    given: async ({ fresh }) => ({ path: [(await fresh.collection()).alias], json: TEMPLATE }),
    status: 200,
    keys: KEYS,
    holds: (answer) => {
      expect(answer.record('data')).toMatchObject({ isDefault: true, usageCount: 0, instructions: TEMPLATE.instructions });
      expect(answer.at('data.datasetFields.citation.fields')).toEqual(
        [TEMPLATE.fields[1], TEMPLATE.fields[0]].map(() => expect.anything()),
      );
      expect(answer.body).toContain('Survey, Office');
      expect(answer.record('data.termsOfUseAndAccess')).toMatchObject({ license: { isDefault: true }, fileAccessRequest: true });
    },
  },
  {
    row: 'collections.templates.create',
    shows: 'takes terms in place of a licence',
    as: 'owner',
    given: async ({ fresh }) => ({
      path: [(await fresh.collection()).alias],
      json: { name: 'Terms', termsOfUseAndAccess: { termsOfUse: 'Ask first', termsOfAccess: 'By mail', fileAccessRequest: false } },
    }),
    status: 200,
    holds: (answer) => {
      const { id, ...terms } = answer.record('data.termsOfUseAndAccess');
      expect(id).toEqual(expect.any(Number));
      expect(terms).toEqual({ termsOfUse: 'Ask first', termsOfAccess: 'By mail', fileAccessRequest: false });
    },
  },
  {
    row: 'collections.templates.create',
    shows: 'refuses fields and instructions of no block',
    as: 'owner',
    given: ({ open }) => ({
      path: [open.alias],
      json: { name: 'Wrong', instructions: [{ instructionField: 'nothing', instructionText: 'x' }] },
    }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    holds: (answer) => expect(answer.text('errors.0.pointer')).toBe('/instructions/0/instructionField'),
  },
  {
    row: 'collections.templates.create',
    shows: 'refuses a field whose value has another form',
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], json: { name: 'Wrong', fields: [{ ...title, value: ['two', 'titles'] }] } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: 'collections.templates.create',
    shows: 'refuses a blank name',
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], json: { name: ' ' } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: 'collections.templates.list',
    shows: 'lists those of the collection, then those that it inherits, until it does not inherit any more',
    as: 'owner',
    given: async (world) => {
      const { alias } = await remembered(world, { name: 'Above' });
      const child = succeeded(
        await world.callers.owner.rest.post(`/api/collections/${alias}`, {
          name: 'Below',
          alias: `below${last.template}`,
          collectionContacts: [{ contactEmail: 'a@example.org' }],
        }),
      ).text('data.alias');
      await added(world, child, { name: 'Own', isDefault: false });
      const inherits = (value: boolean) =>
        world.callers.owner.graphql.send(
          'mutation ($i: SetTemplateInheritanceInput!) { setTemplateInheritance(input: $i) { collection { alias } } }',
          { i: { collection: { alias: child }, inherits: value } },
        );
      expect((await inherits(false)).code).toBeUndefined();
      expect(await namesIn(world, child)).toEqual(['Own']);
      expect((await inherits(true)).code).toBeUndefined();
      return { path: [child] };
    },
    status: 200,
    holds: (answer) => {
      const templates = answer.list('data') as { name: string; isDefault: boolean }[];
      expect(templates.map(({ name, isDefault }) => [name, isDefault])).toEqual([
        ['Own', false],
        ['Above', false],
      ]);
    },
  },
  {
    row: 'collections.template.get',
    shows: 'gives a template by its id',
    as: 'owner',
    given: async (world) => ({ path: [(await remembered(world)).template] }),
    status: 200,
    keys: KEYS,
    holds: (answer) => expect(answer.record('data')).toMatchObject({ id: last.template, collectionAlias: last.alias }),
  },
  {
    row: 'collections.template.delete',
    shows: 'deletes a template, also one that was the default',
    as: 'owner',
    given: async (world) => ({ path: [(await remembered(world)).template] }),
    status: 200,
    holds: async (_answer, world) => expect(await namesIn(world, last.alias)).toEqual([]),
  },
  {
    row: 'collections.template.default.set',
    shows: 'sets the default of a collection, an inherited template as well',
    as: 'owner',
    given: async (world) => ({ path: [world.open.alias, await added(world, world.open.alias, { isDefault: false })] }),
    status: 200,
    restore: async ({ server }) => void (await server.application.connection.sql`delete from dataset_template`),
    holds: async (_answer, world) => {
      const listed = succeeded(await world.callers.owner.rest.get(`/api/collections/${world.open.alias}/templates`));
      expect(listed.at('data.0.isDefault')).toBe(true);
    },
  },
  {
    row: 'collections.template.default.set',
    shows: 'knows no template that the collection does not offer',
    as: 'owner',
    given: async (world) => {
      const { template } = await remembered(world);
      return { path: [(await world.fresh.collection()).alias, template] };
    },
    status: 404,
    errorCode: 'TEMPLATE_NOT_FOUND',
  },
  {
    row: 'collections.template.default.delete',
    shows: 'takes the default away',
    as: 'owner',
    given: async (world) => ({ path: [(await remembered(world)).alias] }),
    status: 200,
    holds: async (_answer, { callers }) => {
      const listed = succeeded(await callers.owner.rest.get(`/api/collections/${last.alias}/templates`));
      expect(listed.at('data.0.isDefault')).toBe(false);
    },
  },
  {
    row: 'collections.datasets.create',
    shows: 'takes from a template what the metadata do not say, and its terms, and counts its use',
    as: 'owner',
    given: async (world) => {
      const { alias, template } = await remembered(world, { termsOfUseAndAccess: { termsOfUse: 'Ask first' } });
      const own = { ...title, typeName: 'subtitle', value: 'Of its own' };
      return { path: [alias], query: { templateId: String(template) }, json: dataset(title, own, contact, description, subject) };
    },
    status: 201,
    holds: async (answer, { callers }) => {
      const made = succeeded(await callers.owner.rest.get(`/api/datasets/${answer.number('data.id')}/versions/:draft`));
      expect(made.body).toContain('Survey, Office');
      expect(made.body).toContain('Of its own');
      expect(made.body).not.toContain('A survey');
      expect(made.at('data.termsOfUse')).toBe('Ask first');
      const used = succeeded(await callers.owner.rest.get(`/api/collections/${last.template}/template`));
      expect(used.at('data.usageCount')).toBe(1);
    },
  },
  {
    row: 'collections.datasets.create',
    shows: 'knows no template that the collection does not offer',
    as: 'owner',
    given: async (world) => {
      const { template } = await remembered(world);
      return { path: [world.open.alias], query: { templateId: String(template) }, json: dataset(title, contact, description, subject) };
    },
    status: 404,
    errorCode: 'TEMPLATE_NOT_FOUND',
  },
  ...(
    [
      ['collections.templates.list', 'member', {}],
      ['collections.templates.create', 'contributor', { json: TEMPLATE }],
      ['collections.template.default.delete', 'contributor', {}],
    ] as const
  ).flatMap(([row, as, more]): ContractCase[] => [
    {
      row,
      shows: 'is not for those without the permission',
      as,
      given: ({ open }) => ({ path: [open.alias], ...more }),
      status: 401,
      errorCode: 'PERMISSION_DENIED',
    },
    { row, shows: 'is not for guests', given: ({ open }) => ({ path: [open.alias], ...more }), status: 401 },
    {
      row,
      shows: 'names an unknown collection',
      as: 'owner',
      given: () => ({ path: ['nowhere'], ...more }),
      status: 404,
      errorCode: 'COLLECTION_NOT_FOUND',
    },
  ]),
  ...(['collections.template.get', 'collections.template.delete'] as const).flatMap((row): ContractCase[] => [
    {
      row,
      shows: 'is not for those without the permission',
      as: 'stranger',
      given: async (world) => ({ path: [(await remembered(world)).template] }),
      status: 401,
      errorCode: 'PERMISSION_DENIED',
    },
    { row, shows: 'is not for guests', given: async (world) => ({ path: [(await remembered(world)).template] }), status: 401 },
    {
      row,
      shows: 'knows no other template',
      as: 'owner',
      given: () => ({ path: [987_654] }),
      status: 404,
      errorCode: 'TEMPLATE_NOT_FOUND',
    },
  ]),
  {
    row: 'collections.template.default.set',
    shows: 'is not for those without the permission',
    as: 'contributor',
    given: ({ open }) => ({ path: [open.alias, 1] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  { row: 'collections.template.default.set', shows: 'is not for guests', given: ({ open }) => ({ path: [open.alias, 1] }), status: 401 },
  {
    row: 'admin.templates.list',
    shows: 'lists all templates with their collections',
    as: 'superuser',
    given: async (world) => {
      await remembered(world);
      return {};
    },
    status: 200,
    holds: (answer) => {
      expect(answer.list('data')).toContainEqual({ templateId: last.template, templateName: TEMPLATE.name, owner: expect.any(String) });
    },
  },
  {
    row: 'admin.templates.ofCollection',
    shows: 'lists those of one collection',
    as: 'superuser',
    given: async (world) => ({ path: [(await remembered(world)).alias] }),
    status: 200,
    holds: (answer) => expect(answer.list('data')).toHaveLength(1),
  },
  {
    row: 'admin.templates.ofCollection',
    shows: 'names an unknown collection',
    as: 'superuser',
    given: () => ({ path: ['nowhere'] }),
    status: 404,
    errorCode: 'COLLECTION_NOT_FOUND',
  },
  {
    row: 'admin.template.delete',
    shows: 'deletes a template',
    as: 'superuser',
    given: async (world) => ({ path: [(await remembered(world)).template] }),
    status: 200,
    holds: async (_answer, world) => expect(await namesIn(world, last.alias)).toEqual([]),
  },
  {
    row: 'admin.template.delete',
    shows: 'knows no other template',
    as: 'superuser',
    given: () => ({ path: [987_654] }),
    status: 404,
    errorCode: 'TEMPLATE_NOT_FOUND',
  },
];
