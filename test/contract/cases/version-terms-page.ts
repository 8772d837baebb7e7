import { expect } from 'vitest';
import { type SeededDataset, succeeded } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

const row = 'datasets.versions.customlicense';

async function withTerms({ fresh, callers }: ContractWorld): Promise<SeededDataset> {
  const dataset = await fresh.draft();
  const { rest } = callers.owner;
  succeeded(await rest.put(`/api/datasets/${dataset.id}/license`, { customTerms: { termsOfUse: 'Ask us first.' } }));
  return dataset;
}

export const versionTermsPageCases: readonly ContractCase[] = [
  {
    row,
    shows: 'redirects all callers to the page with the terms of a published version',
    given: async (world) => {
      const dataset = await withTerms(world);
      succeeded(await world.callers.owner.rest.post(`/api/datasets/${dataset.id}/actions/:publish?type=major`));
      return { path: [':persistentId', '1.0'], query: { persistentId: dataset.persistentId } };
    },
    status: 303,
    holds: async ({ headers, body }, { callers }) => {
      const address = new URL(headers.get('location') ?? '');
      expect({ path: address.pathname, hash: address.hash, body }).toEqual({ path: '/dataset.xhtml', hash: '#terms', body: '' });
      const page = succeeded(await callers.guest.rest.get(`${address.pathname}${address.search}`));
      expect(page.body).toContain('Ask us first.');
      expect(page.body).toContain('id="terms"');
    },
  },
  {
    row,
    shows: 'leads nowhere from a version with a standard licence',
    given: ({ published }) => ({ path: [published.id, '1.0'] }),
    status: 404,
    errorCode: 'NOT_FOUND',
  },
  {
    row,
    shows: 'reveals nothing about the draft of another user',
    given: ({ draft }) => ({ path: [draft.id, ':draft'] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row,
    shows: 'knows nothing of a version that is not there',
    given: ({ published }) => ({ path: [published.id, '9.0'] }),
    status: 404,
    errorCode: 'DATASET_VERSION_NOT_FOUND',
  },
];
