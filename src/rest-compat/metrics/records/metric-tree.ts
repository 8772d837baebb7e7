/** The tree of published collections. Source: users-admin.md 15.3. */
import { z } from 'zod';
import type { InstallationTreeQuery } from '../../../generated/operations.ts';
import { counted, objectId } from '../../records/schema.ts';

/** A collection with those below it. */
export interface TreeNode {
  readonly id: number;
  readonly ownerId: number;
  readonly alias: string;
  readonly depth: number;
  readonly name: string;
  children?: TreeNode[] | undefined;
}

export const treeSchema: z.ZodType<TreeNode> = z
  .strictObject({
    id: objectId,
    ownerId: z.int().min(0).describe('Id of the collection that holds it; 0 for the root.'),
    alias: z.string(),
    depth: counted,
    name: z.string(),
    get children() {
      return z.array(treeSchema).optional();
    },
  })
  .meta({ id: 'MetricTree', description: 'A published collection with those below it. Source: users-admin.md 15.3.' });

/** Puts collections, each after its owner, into the first of them. */
export function treeOf(list: InstallationTreeQuery['installationMetrics']['tree']): TreeNode {
  const nodes = list.map(({ databaseId, ownerDatabaseId, alias, depth, name }): TreeNode => ({
    id: databaseId,
    ownerId: ownerDatabaseId ?? 0,
    alias,
    depth,
    name,
  }));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const [top, ...others] = nodes;
  if (top === undefined) throw new Error('A tree of collections has a top.');
  for (const node of others) {
    const owner = byId.get(node.ownerId);
    if (owner !== undefined) (owner.children ??= []).push(node);
  }
  return top;
}
