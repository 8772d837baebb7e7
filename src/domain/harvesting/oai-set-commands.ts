/** Sets of records that harvesters can ask for. Source: exports.md 16.5, users-admin.md 18.6. */
import { z } from 'zod';
import { type CollectionKey, findCollection } from '../../db/queries/collections/collections.ts';
import type { Transaction } from '../../db/client.ts';
import {
  deleteOaiSet as deleteRow,
  findOaiSet,
  insertOaiSet,
  listOaiSets as listRows,
  type OaiSetFacts,
  type OaiSetRow,
  updateOaiSet as updateRow,
} from '../../db/queries/harvesting/oai-sets.ts';
import { DomainError, type Problem } from '../../errors/domain-error.ts';
import { fieldsOf } from '../../formats/field-query/field-query.ts';
import { FieldQueryFault, parseFieldQuery } from '../../formats/field-query/parse-field-query.ts';
import { command, type CommandContext, query, type Scope } from '../../kernel/command.ts';
import { noSubject } from '../../kernel/no-subject.ts';
import { longText } from '../../model/text-limits.ts';

/** Each change of a dataset is compared with all sets. */
const MOST_SETS = 100;
const LONGEST_DEFINITION = 2_000;

const specSchema = z.string().regex(/^[A-Za-z0-9_-]{1,30}$/, 'must be 1 to 30 letters, digits, hyphens or underscores');
const facts = {
  description: longText.nullish(),
  collection: z.custom<CollectionKey>().nullish(),
  definition: z.string().trim().max(LONGEST_DEFINITION, `must have at most ${LONGEST_DEFINITION} characters`).nullish(),
};

interface SentFacts {
  readonly description?: string | null | undefined;
  readonly collection?: CollectionKey | null | undefined;
  readonly definition?: string | null | undefined;
}

function notFound(spec: string): DomainError {
  return new DomainError('OAI_SET_NOT_FOUND', `There is no set ${spec.slice(0, 100)}.`);
}

async function definitionProblems({ services }: Pick<CommandContext, 'services'>, definition: string): Promise<Problem[]> {
  const problem = (message: string): Problem => ({ pointer: '/definition', message });
  try {
    const names = [...new Set(fieldsOf(parseFieldQuery(definition)))];
    const isKnown = (name: string): boolean => services.blocks.current().findField(name) !== undefined;
    // Another process may have loaded a block.
    if (!names.every(isKnown)) await services.blocks.refresh();
    return names
      .filter((name) => !isKnown(name))
      .map((name) => problem(`names the field ${name.slice(0, 100)}, which no metadata block has`));
  } catch (error) {
    if (error instanceof FieldQueryFault) return [problem(error.message)];
    throw error;
  }
}

async function collectionOf(tx: Transaction, key: CollectionKey): Promise<number | undefined> {
  return (await findCollection(tx, key, []))?.id;
}

/** What a set holds then, as it is stored; what was not sent stays. @throws DomainError BAD_USER_INPUT with all problems */
async function factsOf({ tx, context }: Scope, sent: SentFacts, before: OaiSetFacts): Promise<OaiSetFacts> {
  const collectionId =
    sent.collection === undefined ? before.collectionId : sent.collection === null ? null : await collectionOf(tx, sent.collection);
  const definition = sent.definition === undefined ? before.definition : sent.definition === '' ? null : sent.definition;
  const problems = [
    ...(collectionId === undefined ? [{ pointer: '/collection', message: 'must name a collection' }] : []),
    ...(typeof sent.definition === 'string' && definition !== null ? await definitionProblems(context, definition) : []),
    ...(collectionId === null && definition === null
      ? [{ pointer: '/definition', message: 'is required, unless a collection is named' }]
      : []),
  ];
  if (problems.length > 0 || collectionId === undefined) {
    throw new DomainError(
      'BAD_USER_INPUT',
      `The set cannot be stored: ${problems.map(({ pointer, message }) => `${pointer.slice(1)} ${message}`).join('; ')}.`,
      { problems },
    );
  }
  return { description: sent.description ?? before.description, collectionId, definition };
}

function reviewAfterwards({ emit, note }: Scope, set: OaiSetRow): OaiSetRow {
  emit({ kind: 'OaiSetChanged', subjectId: null, payload: { setId: set.id, revision: set.revision } });
  note({ set: set.spec, revision: set.revision });
  return set;
}

/** All sets, by name. */
export const listOaiSets = query({
  name: 'listOaiSets',
  subject: noSubject,
  requires: 'Public',
  run: ({ db }, _subject, _input: null): Promise<OaiSetRow[]> => listRows(db),
});

/** One set. @throws DomainError OAI_SET_NOT_FOUND */
export const viewOaiSet = query({
  name: 'viewOaiSet',
  subject: noSubject,
  requires: 'Public',
  run: async ({ db }, _subject, { spec }: { readonly spec: string }): Promise<OaiSetRow> => {
    const found = await findOaiSet(db, spec);
    if (found === undefined) throw notFound(spec);
    return found;
  },
});

/** Adds a set, which is filled by a job. @throws DomainError BAD_USER_INPUT | OAI_SET_TAKEN */
export const addOaiSet = command({
  name: 'addOaiSet',
  input: z.object({ spec: specSchema, ...facts }),
  subject: noSubject,
  requires: 'Superuser',
  run: async (scope, _subject, { spec, ...sent }): Promise<OaiSetRow> => {
    const stored = await factsOf(scope, sent, { description: '', collectionId: null, definition: null });
    if ((await listRows(scope.tx)).length >= MOST_SETS) {
      const problems = [{ pointer: '/spec', message: `must not be that of a further set: there are at most ${MOST_SETS}` }];
      throw new DomainError('BAD_USER_INPUT', `There are at most ${MOST_SETS} sets.`, { problems });
    }
    const set = await insertOaiSet(scope.tx, { spec, ...stored });
    if (set === undefined) {
      throw new DomainError('OAI_SET_TAKEN', `Another set has the name ${spec}.`, {
        problems: [{ pointer: '/spec', message: 'is taken' }],
      });
    }
    return reviewAfterwards(scope, set);
  },
});

/** Changes what a set holds; what is not sent stays. @throws DomainError BAD_USER_INPUT | OAI_SET_NOT_FOUND */
export const updateOaiSet = command({
  name: 'updateOaiSet',
  input: z.object({ spec: z.string(), ...facts }),
  subject: noSubject,
  requires: 'Superuser',
  run: async (scope, _subject, { spec, ...sent }): Promise<OaiSetRow> => {
    const before = await findOaiSet(scope.tx, spec);
    if (before === undefined) throw notFound(spec);
    const set = await updateRow(scope.tx, spec, await factsOf(scope, sent, before));
    if (set === undefined) throw notFound(spec);
    return reviewAfterwards(scope, set);
  },
});

/** Has all records compared with a set anew. @throws DomainError OAI_SET_NOT_FOUND */
export const reviewOaiSet = command({
  name: 'reviewOaiSet',
  input: z.object({ spec: z.string() }),
  subject: noSubject,
  requires: 'AdminGate',
  run: async (scope, _subject, { spec }): Promise<OaiSetRow> => {
    const set = await updateRow(scope.tx, spec, {});
    if (set === undefined) throw notFound(spec);
    return reviewAfterwards(scope, set);
  },
});

/** Removes a set; its records stay. @throws DomainError OAI_SET_NOT_FOUND */
export const deleteOaiSet = command({
  name: 'deleteOaiSet',
  input: z.object({ spec: z.string() }),
  subject: noSubject,
  requires: 'Superuser',
  run: async ({ tx, note }, _subject, { spec }): Promise<string> => {
    if (!(await deleteRow(tx, spec))) throw notFound(spec);
    note({ set: spec });
    return spec;
  },
});
