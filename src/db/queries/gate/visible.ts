/**
 * The visibility rule as SQL conditions, for lists of contents, search, metrics, harvesters and the feed: no other place of `db` says what
 * may be seen. `visible`, `seesDrafts` and `isShown` stand in prepared statements with the placeholders `identities` and `superuser`, the
 * members of `Onlooker`. Source: collections.md 5.4, datasets.md 1.2.
 */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { permissionBit } from '../../../permission-set.ts';
import type { Permission } from '../../../vocabulary/access.ts';
import { node } from '../../schema/node.ts';
import { nodesGranting, type Planned } from './granted.ts';

/** The caller of a read. */
export interface Onlooker {
  readonly identities: readonly string[];
  readonly superuser: boolean;
}

/** The rule for a caller that is given as values or as placeholders. */
export function visibilityFor(
  identities: SQLWrapper,
  superuser: SQLWrapper,
  planned?: Planned,
): { readonly visible: SQL; readonly seesDrafts: SQL } {
  const isOpen = (permission: Permission): SQL =>
    sql`${node.permissionPath} && ${nodesGranting(permissionBit(permission), identities, planned)}`;
  return {
    visible: sql`(${published} or ${superuser}
  or (${node.kind} = 'COLLECTION' and ${isOpen('ViewUnpublishedCollection')})
  or (${node.kind} = 'DATASET' and ${isOpen('ViewUnpublishedDataset')}))`,
    seesDrafts: sql`(${superuser} or ${isOpen('ViewUnpublishedDataset')})`,
  };
}

const superuser = sql`${sql.placeholder('superuser')}::boolean`;

/** Whether a node, by the name that it has in a statement, is published, and so public. */
export function publishedAs(name: string): SQL {
  return sql`${sql.identifier(name)}.published_at is not null`;
}

/** Whether `node` is published, and so public. */
export const published = publishedAs('node');

/** Whether a published dataset has a version that guests may see: not all that was released is withdrawn. */
export function hasReleased(datasetId: SQLWrapper): SQL {
  return sql`exists (select from dataset_version shown where shown.dataset_id = ${datasetId} and shown.state = 'RELEASED')`;
}

/** Whether `node`, a dataset, has a version that guests may see. */
export const released = sql`(${published} and ${hasReleased(sql`${node.id}`)})`;

const rule = visibilityFor(sql`${sql.placeholder('identities')}`, superuser);

/** Whether `node`, a collection or dataset, may be seen: it is published, or the permission of its kind is held on it. */
export const visible = rule.visible;

/** Whether the drafts of `node`, a dataset, may be seen. */
export const seesDrafts = rule.seesDrafts;

/** The same where the permissions on the dataset are read anyway. */
export function seesDraftsBy(granted: SQLWrapper): SQL {
  return sql`(${superuser} or (${granted} & ${sql.raw(String(permissionBit('ViewUnpublishedDataset')))}) <> 0)`;
}

/** Whether a version in this state may be seen in place of all others: one that is withdrawn has to be asked for. */
export function isShown(state: SQLWrapper, drafts: SQLWrapper = seesDrafts): SQL {
  return sql`(${state} = 'RELEASED' or (${state} = 'DRAFT' and ${drafts}))`;
}

/** Whether a collection or dataset, by its name in a statement, may be seen where the permissions on it are read anyway. */
export function visibleBy(name: string, granted: SQLWrapper): SQL {
  const of = sql.identifier(name);
  const bit = (permission: Permission): SQL => sql.raw(`${permissionBit(permission)}::int`);
  return sql`(${publishedAs(name)} or (${granted}
    & case ${of}.kind when 'COLLECTION' then ${bit('ViewUnpublishedCollection')} else ${bit('ViewUnpublishedDataset')} end) <> 0)`;
}

/** Whether `doc` of the index of search, a collection or a version, may be seen by guests. */
export const publicDocument = sql`doc.public`;

/** Whether the newest released version holds the file `doc` of the index of search; `kept` is the state of its dataset. */
export const fileReleased = sql`(kept.released_ordinal >= doc.valid_from and (doc.valid_to is null or doc.valid_to > kept.released_ordinal))`;

/** Whether the draft holds the file `doc`, new or changed against the newest released version. */
export const fileDrafted = sql`(doc.valid_to is null and kept.draft_ordinal is not null and doc.valid_from > coalesce(kept.released_ordinal, 0))`;

/** The caller of a search: an onlooker, or one whose identities a kept statement is given when it is executed. */
export interface Searcher extends Pick<Onlooker, 'superuser'> {
  readonly identities: Onlooker['identities'] | SQLWrapper;
}

/** The identities of a searcher as SQL, and how a statement that holds them is planned. */
export function identitiesOf({ identities }: Searcher): { readonly own: SQL; readonly planned: Planned } {
  return 'getSQL' in identities
    ? { own: sql`${identities}::text[]`, planned: 'kept' }
    : { own: sql`${sql.param(identities)}::text[]`, planned: 'once' };
}

/** The nodes on which an onlooker holds what opens unpublished collections, and drafts: whatever lies there, by its permission path, may be seen. */
export function opensTo(identities: SQLWrapper, planned: Planned = 'once'): { readonly collections: SQL; readonly datasets: SQL } {
  const granting = (permission: Permission): SQL => nodesGranting(permissionBit(permission), identities, planned);
  return { collections: granting('ViewUnpublishedCollection'), datasets: granting('ViewUnpublishedDataset') };
}

/** The node whose permissions open `doc` of the index: a collection, or a dataset with its files. */
export const openingNode = sql`coalesce(doc.dataset_id, doc.node_id)`;

/** Whether a collection or a draft `doc` of the index, or the draft that holds it, is open to the onlooker. */
function openedTo(searcher: Searcher): SQL {
  if (searcher.superuser) return sql`true`;
  const { own, planned } = identitiesOf(searcher);
  const opened = opensTo(own, planned);
  // By a hash that is made once (which a join would not be): arrays are compared each with each, and an account may hold a thousand roles.
  const isAmong = (nodes: SQL): SQL =>
    sql`exists (select from unnest(${node.permissionPath}) place where (place in (select unnest(${nodes}))) is true)`;
  return sql`exists (select from node where node.id = ${openingNode} and case doc.kind
      when 'COLLECTION' then ${published} or ${isAmong(opened.collections)} else ${isAmong(opened.datasets)} end)`;
}

/** Whether anything that is not public may be open to a searcher at all; a statement asks once. */
export function opensAny(searcher: Searcher): SQL {
  if (searcher.superuser) return sql`true`;
  const { own, planned } = identitiesOf(searcher);
  const { collections, datasets } = opensTo(own, planned);
  return sql`(select ${datasets} <> '{}' or ${collections} <> '{}')`;
}

/** Whether `doc` of the index of search, with its `kept`, may be seen: what is public there, and the rule above for all else. */
export function visibleDocument(onlooker: Searcher): SQL {
  return sql`(${publicDocument} or doc.kind = 'DATAFILE' and ${fileReleased} or (doc.kind <> 'DATAFILE' or ${fileDrafted}) and ${openedTo(onlooker)})`;
}

const kept = (holds: SQL): SQL => sql`exists (select from search_dataset kept where kept.dataset_id = doc.dataset_id and ${holds})`;

/**
 * Whether `doc` is withheld from guests, and may be seen by whoever holds what opens unpublished collections, or drafts, on a node of the
 * permission path of its `openingNode`: the rule of `visibleWithheld` for all callers at once.
 */
export const openToRoles = sql`(not ${publicDocument} and (doc.kind <> 'DATAFILE' or ${kept(fileDrafted)}))`;

/** The same of what not everybody may see, row by row: as a condition of its own, what is open would be joined to all nodes. */
export function visibleWithheld(onlooker: Searcher): SQL {
  return sql`(case when doc.kind <> 'DATAFILE' or ${kept(fileDrafted)} then ${openedTo(onlooker)} else false end)`;
}

/** The same where no `kept` stands beside `doc`: it is looked up for each file, and costs nothing for what is public. */
export function visibleDocumentAlone(onlooker: Searcher): SQL {
  // What is open is said once: where the statement is planned each time, this is half of it.
  return sql`(${publicDocument} or doc.kind = 'DATAFILE' and ${kept(fileReleased)}
    or ${visibleWithheld(onlooker)})`;
}
