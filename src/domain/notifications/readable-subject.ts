/** What the recipient of a notification may read of its object now, whatever they could read when it was sent. */
import type { NotificationSubjectRow, TwoNames } from '../../db/queries/notifications/notification-subjects.ts';
import type { PermissionMask } from '../../permission-set.ts';
import type { Permission } from '../../vocabulary/access.ts';
import type { NodeKind } from '../../vocabulary/collections.ts';
import { type Actor, holdsPermission } from '../../kernel/actor.ts';

/** What a notification is about, in the words that its reader may see. */
export interface ReadableSubject {
  readonly id: number;
  readonly kind: NodeKind;
  /** Alias of a collection, persistent identifier of a dataset; of a file, that of its dataset. */
  readonly reference: string;
  /** Name of a collection, title of a dataset, label of a file; its reference where the reader may see none. */
  readonly displayName: string;
  /** Title of a dataset, of a file that of its dataset; null for a collection. */
  readonly datasetDisplayName: string | null;
  /** Of the collection that it lies in, or that the dataset of a file lies in; null at the root. */
  readonly ownerAlias: string | null;
  readonly ownerDisplayName: string | null;
  /** Where the curation of a dataset's newest version stands; null where it has no status, or the reader no say in it. */
  readonly curationStatus: string | null;
  /** Whether it has a public page; of a file, its dataset. */
  readonly hasPage: boolean;
  /** The same of the collection that it lies in. */
  readonly ownerHasPage: boolean;
  /** Whether the reader may see drafts of it, and so what was said about them. */
  readonly readsDrafts: boolean;
  /** Whether the reader may see its curation status. */
  readonly curates: boolean;
}

const SEEING: Readonly<Record<NodeKind, Permission>> = {
  COLLECTION: 'ViewUnpublishedCollection',
  DATASET: 'ViewUnpublishedDataset',
  DATAFILE: 'ViewUnpublishedDataset',
};

function nameFor({ newest, published }: TwoNames, seesNewest: boolean, otherwise: string): string {
  return seesNewest ? newest : (published ?? otherwise);
}

/** The subject of a notification as an actor may read it. */
export function readableSubject(actor: Actor, row: NotificationSubjectRow): ReadableSubject {
  const { id, kind, reference, granted, names, datasetNames, owner } = row;
  const holds = (permission: Permission, mask: PermissionMask = granted) => holdsPermission(actor, mask, permission);
  const readsDrafts = holds(SEEING[kind]);
  const curates = holds('PublishDataset');
  const ownerDisplayName = owner === null ? null : nameFor(owner.names, holds('ViewUnpublishedCollection', owner.granted), owner.alias);
  const displayName = nameFor(names, readsDrafts, kind === 'DATAFILE' ? `file ${id}` : reference);
  const titleOfDataset = datasetNames === null ? null : nameFor(datasetNames, readsDrafts, reference);
  return {
    id,
    kind,
    reference,
    displayName,
    datasetDisplayName: kind === 'DATASET' ? displayName : titleOfDataset,
    ownerAlias: owner?.alias ?? null,
    ownerDisplayName,
    hasPage: row.published,
    ownerHasPage: owner !== null && owner.names.published !== null,
    curationStatus: curates ? row.curationStatus : null,
    readsDrafts,
    curates,
  };
}
