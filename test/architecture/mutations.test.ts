/** The form of mutations, and their rows of REST: docs/adr/0094-the-shape-of-the-schema.md. */
import { getNamedType, isObjectType, Kind, visit } from 'graphql';
import { describe, expect, test } from 'vitest';
import { routeTable } from '../../src/rest-compat/route-table.ts';
import { buildExecutableSchema } from '../../src/graphql/build-schema.ts';
import { withUserErrors } from '../../src/resolvers/user-errors.ts';

const { schema } = await buildExecutableSchema();
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});

/** Mutations that no row of REST has, each with the reason. */
const WITHOUT_ROW: Readonly<Record<string, string>> = {
  bulkMutation: 'bulk jobs are of this product',
  bulkQuery: 'bulk jobs are of this product',
  cancelBulkJob: 'bulk jobs are of this product',
  deleteBulkJob: 'bulk jobs are of this product',
  deleteQueuedJob: 'the contract has no word for the queue of this product',
  retryOutgoingMail: 'the contract has no word for messages that were given up',
  retryQueuedJob: 'the contract has no word for the queue of this product',
  rebuildSearchIndex: 'the contract has no word for the index of this product',
  revokeBulkResult: 'bulk jobs are of this product',
  beginSignIn: 'the pages of this server sign in; REST has tokens',
  carryCollectionLogo: 'a collection is carried from one installation to another over GraphQL',
  carryDataset: 'a dataset is carried from one installation to another over GraphQL',
  changePassword: 'a page of the account',
  completeSignIn: 'the pages of this server sign in; REST has tokens',
  confirmEmail: 'a page that a mail leads to',
  createToken: 'named tokens are of this product; the contract has one token for each account',
  createWebhook: 'webhooks are of this product',
  decideDeviceSignIn: 'a page where the account allows a device',
  deleteSavedSearch: 'the row takes the links back as well, by another mutation',
  deleteWebhook: 'webhooks are of this product',
  enableWebhook: 'webhooks are of this product',
  linkAccount: 'a page after signing in elsewhere',
  resendWebhookDeliveries: 'webhooks are of this product',
  revokeToken: 'named tokens are of this product',
  setTemplateInheritance: 'the contract has it in forms of its front end alone',
  signIn: 'the pages of this server sign in; REST has tokens',
  signInByProxy: 'the pages of this server sign in; REST has tokens',
  signUp: 'a page after signing in elsewhere',
  verifyFiles: 'the row streams what it reads, by `Dataset.filesFixity`; a round of its own is of this product',
};

function typesOf(name: string) {
  const noun = `${name[0]?.toUpperCase()}${name.slice(1)}`;
  return { input: `${noun}Input!`, payload: `${noun}Payload!` };
}

describe('a mutation', () => {
  test('has an input and a payload of its own, named after it', () => {
    expect(mutations.length).toBeGreaterThan(150);
    const others = mutations.filter(({ name, args, type }) => {
      const { input, payload } = typesOf(name);
      const given = args.map((argument) => `${argument.name}: ${String(argument.type)}`);
      return String(type) !== payload || (given.length > 0 && given.join() !== `input: ${input}`);
    });
    expect(others.map(({ name }) => name)).toEqual([]);
  });

  test('is named by the verb of what it does, and beside the one that undoes it', () => {
    const names = new Set(mutations.map(({ name }) => name));
    const nounsOf = (verb: string) =>
      [...names].filter((name) => new RegExp(`^${verb}[A-Z]`).test(name)).map((name) => name.slice(verb.length));
    // A value is set, whether there was one or not, and removed; what is there is updated, or replaced by another.
    expect([...names].filter((name) => /^(?:put|save|store|unset|modify|insert|upsert|make|drop|erase)[A-Z]/.test(name))).toEqual([]);
    // An object is created and deleted. What is a part of another one, or belongs to it, is added and removed.
    const created = nounsOf('create');
    expect(created.length).toBeGreaterThan(20);
    expect(nounsOf('add').filter((noun) => names.has(`delete${noun}`))).toEqual([]);
    expect(created.filter((noun) => names.has(`add${noun}`))).toEqual([]);
    // The guestbook stays: its dataset has it no longer, which undoes `assignGuestbook`.
    expect(created.filter((noun) => names.has(`remove${noun}`) && !names.has(`delete${noun}`))).toEqual(['Guestbook']);
  });

  test('that deletes tells by its global id what is gone', () => {
    // What has no id, or is its account's alone.
    const without = new Set([
      'deleteApiToken',
      'deleteArchivalStatus',
      'deleteDatasetMetadata',
      'deleteSemanticMetadata',
      'deletePrivateUrl',
    ]);
    // With the draft goes the dataset where it has no other version; else the id is null.
    for (const name of ['deleteDataset', 'deleteDatasetDraft']) without.add(name);
    const deleting = mutations.filter(({ name }) => name.startsWith('delete') && !without.has(name));
    expect(deleting.length).toBeGreaterThan(15);
    const silent = deleting.filter(({ type }) => {
      const payload = getNamedType(type);
      if (!isObjectType(payload)) return true;
      return !Object.values(payload.getFields()).some((field) => /^deleted\w+Id$/.test(field.name) && String(field.type) === 'ID!');
    });
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  test('has a row of REST, or a reason not to', () => {
    const inRows = new Set<string>();
    for (const { operation } of routeTable) {
      visit(operation, {
        [Kind.OPERATION_DEFINITION]: ({ operation: kind, selectionSet }) => {
          if (kind !== 'mutation') return false;
          for (const selection of selectionSet.selections) if (selection.kind === Kind.FIELD) inRows.add(selection.name.value);
          return false;
        },
      });
    }
    const names = mutations.map(({ name }) => name);
    expect([...inRows].filter((name) => !names.includes(name))).toEqual([]);
    expect(names.filter((name) => !inRows.has(name)).toSorted()).toEqual(Object.keys(WITHOUT_ROW).toSorted());
  });

  test('lets clients read on in the same request', () => {
    const served = withUserErrors(schema);
    const silent = Object.values(served.getMutationType()?.getFields() ?? {}).filter(({ type }) => {
      const payload = getNamedType(type);
      return !isObjectType(payload) || String(payload.getFields()['query']?.type) !== 'Query!';
    });
    expect(silent.map(({ name }) => name)).toEqual([]);
  });
});
