import {
  AssignRoleDocument,
  type AssignmentFactsFragment,
  CollectionAssignmentsDocument,
  CollectionContentsDocument,
  type CollectionContentsQuery,
  type CollectionContentFilter,
  CollectionDocument,
  type CollectionFactsFragment,
  type CollectionQuery,
  CollectionRolesDocument,
  CreateCollectionDocument,
  type CreateCollectionInput,
  PublishCollectionDocument,
  RevokeRoleDocument,
  type RoleFactsFragment,
  UpdateCollectionDocument,
  type UpdateCollectionInput,
} from '../generated/operations.ts';
import { type Outcome, outcomeOf } from '../outcome.ts';
import { everyNode } from '../pages.ts';
import { collectionReference, type NamedCollection } from '../references.ts';
import { refusalOf } from '../refusal.ts';
import type { RequestOptions, Transport } from '../transport.ts';
import { PAGE_SIZE, type PageOptions } from './page-size.ts';

export type CollectionDetails = NonNullable<CollectionQuery['collection']>;
/** A collection or a dataset; `__typename` says which. */
export type CollectionContent = NonNullable<CollectionContentsQuery['collection']>['contents']['nodes'][number];

export interface ContentsOptions extends RequestOptions, PageOptions {
  readonly filter?: CollectionContentFilter;
}

export interface Collections {
  /** @throws Refusal */
  collection(named: NamedCollection, options?: RequestOptions): Promise<CollectionDetails>;
  /** Collections and datasets that it holds itself. */
  contents(named: NamedCollection, options?: ContentsOptions): AsyncGenerator<CollectionContent, void, undefined>;
  createCollection(input: CreateCollectionInput, options?: RequestOptions): Promise<Outcome<CollectionFactsFragment>>;
  updateCollection(input: UpdateCollectionInput, options?: RequestOptions): Promise<Outcome<CollectionFactsFragment>>;
  publishCollection(named: NamedCollection, options?: RequestOptions): Promise<Outcome<CollectionFactsFragment>>;
  /** Roles that the collection defines. @throws Refusal */
  roles(named: NamedCollection, options?: RequestOptions): AsyncGenerator<RoleFactsFragment, void, undefined>;
  /** Who has which role in it. */
  assignments(named: NamedCollection, options?: RequestOptions & PageOptions): AsyncGenerator<AssignmentFactsFragment, void, undefined>;
  /** @param assignee Such as `@ada`, `&explicit/1-team` or `:authenticated-users` */
  assignRole(
    named: NamedCollection,
    assignee: string,
    roleAlias: string,
    options?: RequestOptions,
  ): Promise<Outcome<AssignmentFactsFragment>>;
  revokeRole(named: NamedCollection, assignmentDatabaseId: number, options?: RequestOptions): Promise<Outcome<AssignmentFactsFragment>>;
}

function found<Value>(value: Value | null): Value {
  if (value !== null) return value;
  throw refusalOf('COLLECTION_NOT_FOUND', 'There is no such collection, or you may not see it.', 404);
}

export function collections(transport: Transport): Collections {
  return {
    collection: async (named, options) =>
      found((await transport.request(CollectionDocument, { reference: collectionReference(named) }, options)).collection),
    contents: (named, { filter, pageSize = PAGE_SIZE, ...options } = {}) =>
      everyNode(async (after) => {
        const variables = { reference: collectionReference(named), first: pageSize, after, filter };
        return found((await transport.request(CollectionContentsDocument, variables, options)).collection).contents;
      }),
    createCollection: async (input, options) => {
      const { userErrors, collection } = (await transport.request(CreateCollectionDocument, { input }, options)).createCollection;
      return outcomeOf(userErrors, collection);
    },
    updateCollection: async (input, options) => {
      const { userErrors, collection } = (await transport.request(UpdateCollectionDocument, { input }, options)).updateCollection;
      return outcomeOf(userErrors, collection);
    },
    publishCollection: async (named, options) => {
      const input = { collection: collectionReference(named) };
      const { userErrors, collection } = (await transport.request(PublishCollectionDocument, { input }, options)).publishCollection;
      return outcomeOf(userErrors, collection);
    },
    roles: (named, options) =>
      everyNode(async (after) => {
        const variables = { reference: collectionReference(named), after };
        return found((await transport.request(CollectionRolesDocument, variables, options)).collection).roles;
      }),
    assignments: (named, { pageSize = PAGE_SIZE, ...options } = {}) =>
      everyNode(async (after) => {
        const variables = { reference: collectionReference(named), first: pageSize, after };
        return found((await transport.request(CollectionAssignmentsDocument, variables, options)).collection).roleAssignments;
      }),
    assignRole: async (named, assignee, roleAlias, options) => {
      const input = { collection: collectionReference(named), assignee, roleAlias };
      const { userErrors, assignment } = (await transport.request(AssignRoleDocument, { input }, options)).assignRole;
      return outcomeOf(userErrors, assignment);
    },
    revokeRole: async (named, assignmentDatabaseId, options) => {
      const input = { collection: collectionReference(named), assignmentDatabaseId };
      const { userErrors, assignment } = (await transport.request(RevokeRoleDocument, { input }, options)).revokeRole;
      return outcomeOf(userErrors, assignment);
    },
  };
}
