import { expect } from 'vitest';
import { addFile, type SeededDataset, succeeded } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

/** The dataset that the last case changed. */
let changed: SeededDataset | undefined;

async function draftOf({ callers }: ContractWorld): Promise<Readonly<Record<string, unknown>>> {
  return succeeded(await callers.owner.rest.get(`/api/datasets/${changed?.id}/versions/:draft?excludeFiles=true`)).record('data');
}

/** A draft with a restricted file. */
async function restricted({ fresh, callers }: ContractWorld): Promise<SeededDataset> {
  const dataset = await fresh.draft();
  await addFile(callers.owner, dataset, { name: 'kept.txt', jsonData: { restrict: true } });
  return dataset;
}

const TERMS = { fileAccessRequest: true, termsOfAccess: 'Ask.', dataAccessPlace: 'Here', studyCompletion: 'All of it' };
const body = (terms: Readonly<Record<string, unknown>>) => ({ json: { customTermsOfAccess: terms } });

const access: readonly ContractCase[] = [
  {
    row: 'datasets.access.set',
    shows: 'replaces all terms of access, and makes the draft that is missing',
    as: 'contributor',
    given: async (world) => {
      changed = await world.fresh.published();
      const { rest } = world.callers.owner;
      succeeded(await rest.put(`/api/datasets/${changed.id}/access`, { customTermsOfAccess: { ...TERMS, originalArchive: 'Before' } }));
      return { path: [changed.id], ...body(TERMS) };
    },
    status: 200,
    holds: (answer) => {
      expect(answer.record('data')).toMatchObject({ versionState: 'DRAFT', files: [], ...TERMS, license: { name: 'CC0 1.0' } });
      expect(answer.record('data')).not.toHaveProperty('originalArchive');
    },
  },
  {
    row: 'datasets.access.set',
    shows: 'takes what is not sent for empty, and requests for off',
    as: 'owner',
    given: async ({ fresh }) => {
      changed = await fresh.draft();
      return { path: [':persistentId'], query: { persistentId: changed.persistentId }, ...body({}) };
    },
    status: 200,
    holds: (answer) => expect(answer.at('data.fileAccessRequest')).toBe(false),
  },
  {
    row: 'datasets.access.set',
    shows: 'refuses to leave restricted files without terms and without requests',
    as: 'owner',
    given: async (world) => {
      changed = await restricted(world);
      return { path: [changed.id], ...body({ fileAccessRequest: false, termsOfAccess: ' ' }) };
    },
    status: 409,
    errorCode: 'DATASET_TERMS_INVALID',
    holds: async (_answer, world) => expect(await draftOf(world)).toMatchObject({ fileAccessRequest: true }),
  },
  {
    row: 'datasets.access.set',
    shows: 'takes terms of access in place of requests for restricted files',
    as: 'owner',
    given: async (world) => ({ path: [(await restricted(world)).id], ...body({ termsOfAccess: 'Write to us.' }) }),
    status: 200,
  },
  {
    row: 'datasets.access.set',
    shows: 'refuses a change of what has changed since',
    as: 'owner',
    given: ({ draft }) => ({ path: [draft.id], query: { sourceLastUpdateTime: '2001-01-01T00:00:00Z' }, ...body(TERMS) }),
    status: 400,
    errorCode: 'DATASET_STALE',
  },
  {
    row: 'datasets.access.set',
    shows: 'is refused where the installation restricts no files',
    as: 'owner',
    given: async ({ callers, draft }) => {
      succeeded(await callers.superuser.rest.send('/api/admin/settings/:PublicInstall', { method: 'PUT', raw: 'true' }));
      return { path: [draft.id], ...body(TERMS) };
    },
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /does not allow restricted files/,
    holds: async (_answer, { callers }) => void succeeded(await callers.superuser.rest.delete('/api/admin/settings/:PublicInstall')),
  },
  ...(
    [
      ['a moment that is none', { sourceLastUpdateTime: 'yesterday' }, body(TERMS)],
      ['a body without terms', {}, { json: { fileAccessRequest: true } }],
      ['terms that are no text', {}, body({ termsOfAccess: 1 })],
      ['a switch that is no boolean', {}, body({ fileAccessRequest: 'yes' })],
    ] as const
  ).map(([what, query, sent]): ContractCase => ({
    row: 'datasets.access.set',
    shows: `refuses ${what}`,
    as: 'owner',
    given: ({ draft }) => ({ path: [draft.id], query, ...sent }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  })),
  {
    row: 'datasets.access.set',
    shows: 'refuses what can be no dataset',
    as: 'owner',
    given: () => ({ path: ['abc'], ...body(TERMS) }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
];

const CC_BY = 'CC BY 4.0';

const license: readonly ContractCase[] = [
  {
    row: 'datasets.license.set',
    shows: 'gives the draft another licence, and makes the draft that is missing',
    as: 'contributor',
    given: async ({ fresh }) => {
      changed = await fresh.published();
      return { path: [changed.id], json: { name: CC_BY } };
    },
    status: 200,
    holds: async (answer, world) => {
      expect(answer.at('data.message')).toBe('Dataset license updated.');
      expect(await draftOf(world)).toMatchObject({ license: { name: CC_BY } });
    },
  },
  {
    row: 'datasets.license.set',
    shows: 'knows licences by their addresses',
    as: 'owner',
    given: async ({ fresh }) => ({ path: [(await fresh.draft()).id], json: { name: 'http://creativecommons.org/licenses/by/4.0' } }),
    status: 200,
  },
  {
    row: 'datasets.license.set',
    shows: 'gives the draft terms of its own in place of the licence',
    as: 'owner',
    given: async ({ fresh, callers }) => {
      changed = await fresh.draft();
      succeeded(
        await callers.owner.rest.put(`/api/datasets/${changed.id}/license`, { customTerms: { termsOfUse: 'Old', disclaimer: 'Old' } }),
      );
      return { path: [changed.id], json: { customTerms: { termsOfUse: 'For members.', conditions: 'Return it.' } } };
    },
    status: 200,
    holds: async (_answer, world) => {
      const draft = await draftOf(world);
      expect(draft).toMatchObject({ termsOfUse: 'For members.', conditions: 'Return it.' });
      for (const key of ['license', 'disclaimer', 'restrictions']) expect(draft).not.toHaveProperty(key);
    },
  },
  {
    row: 'datasets.license.set',
    shows: 'keeps terms of its own behind a licence, unseen',
    as: 'owner',
    given: async ({ fresh, callers }) => {
      changed = await fresh.draft();
      succeeded(await callers.owner.rest.put(`/api/datasets/${changed.id}/license`, { customTerms: { termsOfUse: 'For members.' } }));
      return { path: [changed.id], json: { name: CC_BY } };
    },
    status: 200,
    holds: async (_answer, world) => {
      const draft = await draftOf(world);
      expect(draft).toMatchObject({ license: { name: CC_BY } });
      expect(draft).not.toHaveProperty('termsOfUse');
      const { sql } = world.server.application.connection;
      const [row] = await sql<{ terms: unknown }[]>`select terms from dataset_version where dataset_id = ${changed?.id ?? 0}`;
      expect(row?.terms).toMatchObject({ termsOfUse: 'For members.' });
    },
  },
  {
    row: 'datasets.license.set',
    shows: 'finds no licence of an unknown name',
    as: 'owner',
    given: ({ draft }) => ({ path: [draft.id], json: { name: 'WTF 9.9' } }),
    status: 404,
    errorCode: 'LICENSE_NOT_FOUND',
  },
  {
    row: 'datasets.license.set',
    shows: 'refuses a licence that is not active',
    as: 'owner',
    given: async ({ draft, server }) => {
      const { sql } = server.application.connection;
      await sql`insert into license (name, uri, short_description, active, sort_order) values ('Old 1.0', 'https://example.org/old', 'Old', false, 999)
        on conflict do nothing`;
      return { path: [draft.id], json: { name: 'Old 1.0' } };
    },
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  ...(
    [
      ['neither licence nor terms', {}],
      ['both', { name: CC_BY, customTerms: { termsOfUse: 'x' } }],
      ['blank terms of use', { customTerms: { termsOfUse: ' ', disclaimer: 'x' } }],
      ['terms without terms of use', { customTerms: { disclaimer: 'x' } }],
      ['a name that is no text', { name: 4 }],
    ] as const
  ).map(([what, json]): ContractCase => ({
    row: 'datasets.license.set',
    shows: `refuses ${what}`,
    as: 'owner',
    given: ({ draft }) => ({ path: [draft.id], json }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  })),
];

const common = (['datasets.access.set', 'datasets.license.set'] as const).flatMap((row): ContractCase[] => {
  const sent = row === 'datasets.license.set' ? { json: { name: CC_BY } } : body(TERMS);
  return [
    ...(['guest', 'stranger', 'member'] as const).map((as): ContractCase => ({
      row,
      shows: `needs EditDataset, which a ${as} lacks`,
      as,
      given: ({ draft }) => ({ path: [draft.id], ...sent }),
      status: 401,
      errorCode: 'PERMISSION_DENIED',
    })),
    {
      row,
      shows: 'is refused to authors while the dataset is in review',
      as: 'contributor',
      given: async ({ fresh, callers }) => {
        const dataset = await fresh.draft();
        succeeded(await callers.owner.rest.post(`/api/datasets/${dataset.id}/submitForReview`));
        return { path: [dataset.id], ...sent };
      },
      status: 403,
      errorCode: 'DATASET_LOCKED',
      message: 'Dataset cannot be edited due to In Review dataset lock.',
    },
    {
      row,
      shows: 'finds no dataset of an unknown number',
      as: 'owner',
      given: () => ({ path: [987_654], ...sent }),
      status: 404,
      errorCode: 'DATASET_NOT_FOUND',
    },
  ];
});

const allowing: readonly ContractCase[] = [
  ...([true, false] as const).map((allow): ContractCase => ({
    row: 'access.allowAccessRequest',
    shows: `switches requests ${allow ? 'on' : 'off'} in the draft, which is made if it is missing, and keeps the terms`,
    as: 'contributor',
    given: async ({ fresh, callers }) => {
      changed = await fresh.published();
      succeeded(
        await callers.owner.rest.put(`/api/datasets/${changed.id}/access`, {
          customTermsOfAccess: { fileAccessRequest: !allow, termsOfAccess: 'Kept.' },
        }),
      );
      return { path: [changed.id], raw: String(allow) };
    },
    status: 200,
    holds: async (_answer, world) => expect(await draftOf(world)).toMatchObject({ fileAccessRequest: allow, termsOfAccess: 'Kept.' }),
  })),
  {
    row: 'access.allowAccessRequest',
    shows: 'refuses to leave restricted files without terms and without requests',
    as: 'owner',
    given: async (world) => ({ path: [(await restricted(world)).id], raw: 'false' }),
    status: 400,
    errorCode: 'DATASET_TERMS_INVALID',
  },
  {
    row: 'access.allowAccessRequest',
    shows: 'refuses a body that is neither true nor false',
    as: 'owner',
    given: ({ draft }) => ({ path: [draft.id], raw: 'perhaps' }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  ...(['guest', 'stranger', 'member'] as const).map((as): ContractCase => ({
    row: 'access.allowAccessRequest',
    shows: `needs EditDataset, which a ${as} lacks`,
    as,
    given: ({ draft }) => ({ path: [draft.id], raw: 'true' }),
    status: 400,
    errorCode: 'PERMISSION_DENIED',
  })),
  {
    row: 'access.allowAccessRequest',
    shows: 'finds no dataset of an unknown number',
    as: 'owner',
    given: () => ({ path: [987_654], raw: 'true' }),
    status: 400,
    errorCode: 'DATASET_NOT_FOUND',
  },
];

/** Cases of licence and terms of the draft. Source: datasets.md 14.1, 16; files.md 22.4. */
export const versionTermsCases: readonly ContractCase[] = [...access, ...license, ...common, ...allowing];
