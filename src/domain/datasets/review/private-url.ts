import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { DatasetKey } from '../../../db/queries/datasets/datasets.ts';
import { deletePrivateUrl, findPrivateUrl, insertPrivateUrl, type PrivateUrlRow } from '../../../db/queries/datasets/private-urls.ts';
import { findRole } from '../../../db/queries/access/roles.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { command, query, type Scope } from '../../../kernel/command.ts';
import { loadDataset, lockDataset } from '../../subjects/dataset-subject.ts';
import { requireNewestVersion } from '../../versions/ensure-draft.ts';

/** Role that the bearer of a private URL has on the dataset. Source: datasets.md 9.3. */
const BEARER_ROLE = 'member';

/** A private URL, as its dataset has it. */
export interface PrivateUrl extends PrivateUrlRow {
  /** Page that shows the draft to anyone who has the URL. */
  readonly link: string;
}

function withLink(row: PrivateUrlRow, siteUrl: string): PrivateUrl {
  return { ...row, link: `${siteUrl}/previewurl.xhtml?token=${row.token}` };
}

async function requirePossible(
  scope: Scope,
  dataset: { readonly id: number; readonly publishedAt: Date | null },
  anonymized: boolean,
): Promise<void> {
  if ((await findPrivateUrl(scope.tx, dataset.id)) !== undefined) {
    throw new DomainError('PRIVATE_URL_REFUSED', 'The dataset already has a private URL.');
  }
  const newest = await requireNewestVersion(scope, dataset.id);
  if (newest.state !== 'DRAFT') {
    throw new DomainError('PRIVATE_URL_REFUSED', 'A private URL needs a draft; the newest version of the dataset is not one.');
  }
  if (!anonymized) return;
  if (dataset.publishedAt !== null) {
    throw new DomainError('PRIVATE_URL_REFUSED', 'The authors of a dataset that has been published cannot be hidden.');
  }
  if ((scope.services.settings.get(':AnonymizedFieldTypeNames') ?? []).length === 0) {
    throw new DomainError('ANONYMIZED_ACCESS_NOT_SET', 'The setting :AnonymizedFieldTypeNames names no field to withhold.');
  }
}

/** Makes a private URL, with which a draft can be read without an account. Source: datasets.md 9.3. */
export const createPrivateUrl = command({
  name: 'createPrivateUrl',
  input: z.object({ dataset: z.custom<DatasetKey>(), anonymized: z.boolean() }),
  subject: (scope, input) => lockDataset(scope, input.dataset),
  requires: 'ManageDatasetPermissions',
  run: async (scope, { dataset }, { anonymized }): Promise<PrivateUrl> => {
    const { tx, services } = scope;
    await requirePossible(scope, dataset, anonymized);
    const role = await findRole(tx, { alias: BEARER_ROLE });
    if (role === undefined) throw new Error(`There is no role ${BEARER_ROLE}.`);
    const token = randomUUID();
    await insertPrivateUrl(tx, {
      assignee: `#${dataset.id}`,
      roleId: role.id,
      datasetId: dataset.id,
      token,
      anonymized,
      assignedBy: scope.actor.identifier,
    });
    const made = await findPrivateUrl(tx, dataset.id);
    if (made === undefined) throw new Error('The private URL was not stored.');
    scope.note({ anonymized });
    return withLink(made, services.installation.siteUrl);
  },
});

/** The private URL of a dataset. @throws DomainError PRIVATE_URL_NOT_FOUND Source: datasets.md 9.3. */
export const viewPrivateUrl = query({
  name: 'viewPrivateUrl',
  subject: loadDataset,
  requires: 'ManageDatasetPermissions',
  run: async ({ db, services }, { dataset }, _key: DatasetKey): Promise<PrivateUrl> => {
    const found = await findPrivateUrl(db, dataset.id);
    if (found === undefined) throw new DomainError('PRIVATE_URL_NOT_FOUND', 'The dataset has no private URL.');
    return withLink(found, services.installation.siteUrl);
  },
});

/** Takes the private URL of a dataset away; the id of the dataset. @throws DomainError PRIVATE_URL_NOT_FOUND Source: datasets.md 9.3. */
export const withdrawPrivateUrl = command({
  name: 'deletePrivateUrl',
  input: z.object({ dataset: z.custom<DatasetKey>() }),
  subject: (scope, input) => lockDataset(scope, input.dataset),
  requires: 'ManageDatasetPermissions',
  run: async ({ tx, actor }, { dataset }): Promise<number> => {
    const withdrawn = await deletePrivateUrl(tx, dataset.id, actor.identifier);
    if (!withdrawn) throw new DomainError('PRIVATE_URL_NOT_FOUND', 'No Private URL to delete.');
    return dataset.id;
  },
});
