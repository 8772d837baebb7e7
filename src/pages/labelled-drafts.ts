/** How far the curation of drafts has come, as those see it who may publish them. */
import type { ComponentChildren } from 'preact';
import { PageOfCurationLabelsDocument } from '../generated/page-operations.ts';
import { badge } from './dataset-parts.ts';
import type { PageCall } from './page.ts';

/** A version of a dataset with what its reader may do there. */
export interface DraftOf {
  readonly state: string;
  readonly dataset: { readonly id: string; readonly viewerPermissions: readonly string[] };
}

/** The labels that drafts have, by global ids of datasets; nothing is asked where the reader publishes none of them. */
export async function labelledDrafts(run: PageCall['run'], versions: readonly DraftOf[]): Promise<ReadonlyMap<string, string>> {
  const ids = versions
    .filter(({ state, dataset }) => state === 'DRAFT' && dataset.viewerPermissions.includes('PublishDataset'))
    .map(({ dataset }) => dataset.id);
  if (ids.length === 0) return new Map();
  const { nodes } = await run(PageOfCurationLabelsDocument, { ids });
  return new Map(
    nodes.flatMap((node) => {
      const label = node?.__typename === 'Dataset' ? node.curationStatuses.nodes[0]?.label : undefined;
      return node?.__typename !== 'Dataset' || label === undefined || label === null ? [] : [[node.id, label] as const];
    }),
  );
}

/** The mark of a draft that has a label. */
export function labelBadge(label: string | undefined): ComponentChildren {
  return label === undefined ? null : badge('draft', label);
}
