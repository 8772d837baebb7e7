/**
 * The visibility rule as SQL conditions. Each stands in a prepared statement with the placeholders `identities` and `superuser`, the
 * members of `Onlooker`. Source: collections.md 5.4, datasets.md 1.2.
 */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { permissionBit } from '../../../permission-set.ts';
import type { Permission } from '../../../vocabulary/access.ts';
import { node } from '../../schema/node.ts';
import { nodesGranting } from './granted.ts';

/** The caller of a read. */
export interface Onlooker {
  readonly identities: readonly string[];
  readonly superuser: boolean;
}

/** The rule for a caller that is given as values or as placeholders. */
export function visibilityFor(identities: SQLWrapper, superuser: SQLWrapper): { readonly visible: SQL; readonly seesDrafts: SQL } {
  const isOpen = (permission: Permission): SQL => sql`${node.permissionPath} && ${nodesGranting(permissionBit(permission), identities)}`;
  return {
    visible: sql`(${published} or ${superuser}
  or (${node.kind} = 'COLLECTION' and ${isOpen('ViewUnpublishedCollection')})
  or (${node.kind} = 'DATASET' and ${isOpen('ViewUnpublishedDataset')}))`,
    seesDrafts: sql`(${superuser} or ${isOpen('ViewUnpublishedDataset')})`,
  };
}

const superuser = sql`${sql.placeholder('superuser')}::boolean`;

/** Whether `node` is published, and so public. */
export const published = sql`${node.publishedAt} is not null`;

/** Whether `node`, a dataset, has a version that guests may see: it is published, and not all that was released is withdrawn. */
export const released = sql`(${published} and exists (select from dataset_version shown where shown.dataset_id = ${node.id} and shown.state = 'RELEASED'))`;

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
