import {
  type CuratedDraftRow,
  type CurationStatusRow,
  listCuratedDrafts,
  listRoleHolders,
  listStatusesOfNewest,
} from '../../../db/queries/datasets/curation-statuses.ts';
import type { DatasetKey } from '../../../db/queries/datasets/datasets.ts';
import { listAllRoles, type RoleRow } from '../../../db/queries/access/roles.ts';
import { includesPermission } from '../../../permission-set.ts';
import { query, type SubjectScope } from '../../../kernel/command.ts';
import { loadDataset } from '../../subjects/dataset-subject.ts';

/** Where the curation of a draft stands, or stood. */
export interface CurationState {
  readonly draft: CuratedDraftRow;
  /** Null when no status was ever set. */
  readonly status: CurationStatusRow | null;
  /** The users who can publish the dataset, by role id; roles without users are absent. */
  readonly curators: ReadonlyMap<number, readonly string[]>;
}

/** Curation states, and the roles that allow publishing, by id. */
export interface CurationStates {
  readonly publishingRoles: readonly RoleRow[];
  readonly states: readonly CurationState[];
}

/**
 * Curation states of all datasets with a draft, or of one, by dataset id; with `includeHistory` each status that a draft
 * had, newest first, else the newest alone. Four statements, however many there are. Source: datasets.md 10.4.
 */
export const listCurationStates = query({
  name: 'listCurationStates',
  subject: async (scope: SubjectScope, { dataset }: { readonly dataset: DatasetKey | null; readonly includeHistory: boolean }) =>
    dataset === null ? { nodeId: null, granted: 0 } : loadDataset(scope, dataset),
  requires: 'Superuser',
  run: async ({ db }, { nodeId }, { includeHistory }): Promise<CurationStates> => {
    const publishingRoles = (await listAllRoles(db)).filter(({ permissions }) => includesPermission(permissions, 'PublishDataset'));
    const drafts = await listCuratedDrafts(db, nodeId);

    const datasetIds = drafts.map(({ datasetId }) => datasetId);
    const roleIds = publishingRoles.map(({ id }) => id);
    // A draft is always the newest version.
    const statuses = Map.groupBy(await listStatusesOfNewest(db, datasetIds), ({ datasetId }) => datasetId);
    const holders = Map.groupBy(await listRoleHolders(db, datasetIds, roleIds), ({ datasetId }) => datasetId);
    return {
      publishingRoles,
      states: drafts.flatMap((draft): CurationState[] => {
        const curators = new Map((holders.get(draft.datasetId) ?? []).map(({ roleId, assignees }) => [roleId, assignees]));
        const history = statuses.get(draft.datasetId) ?? [];
        const shown = includeHistory ? history : history.slice(0, 1);
        return shown.length === 0 ? [{ draft, status: null, curators }] : shown.map((status) => ({ draft, status, curators }));
      }),
    };
  },
});
