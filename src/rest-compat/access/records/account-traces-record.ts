import { z, type ZodType } from 'zod';
import type { AccountTracesQuery } from '../../../generated/operations.ts';
import { ACCOUNT_TRACE_ELEMENTS, type AccountTraceElement } from '../../../vocabulary/access.ts';
import { toSecond } from '../../records/record.ts';
import { listOf, objectId, recordSchema } from '../../records/schema.ts';

type Traces = AccountTracesQuery['accountTraces'];
type Item = Traces['traces'][number]['items'][number];
type Cell = string | number | null;

const number = z.int();
const text = z.string();

interface Column {
  readonly key: string;
  readonly schema: ZodType;
  /** Left out where an object has none. */
  readonly optional?: true;
  readonly of: (item: Item) => Cell;
}

const id: Column = { key: 'id', schema: objectId, of: ({ databaseId }) => databaseId };
const alias: Column = { key: 'alias', schema: text, of: (item) => item.alias };
const named = (key: string): Column => ({ key, schema: text, of: ({ name }) => name });
const ofDataset = (key: string): Column => ({ key, schema: text, of: ({ persistentId }) => persistentId });
const files = [id, named('filename'), ofDataset('datasetPid')];

/** What is told of a trace of each kind, in this order. Source: users-admin.md 7.7. */
const COLUMNS: Readonly<Record<AccountTraceElement, readonly Column[]>> = {
  roleAssignments: [
    id,
    named('definitionPointName'),
    { key: 'definitionPointIdentifier', schema: text, optional: true, of: (item) => item.definitionPointIdentifier },
    { key: 'definitionPointId', schema: number, of: (item) => item.definitionPointDatabaseId },
    { key: 'roleAlias', schema: text, of: (item) => item.roleAlias },
    { key: 'roleName', schema: text, of: (item) => item.roleName },
  ],
  collectionCreator: [id, alias],
  collectionPublisher: [id, alias],
  datasetCreator: [id, ofDataset('pid')],
  datasetPublisher: [id, ofDataset('pid')],
  dataFileCreator: files,
  dataFilePublisher: files,
  datasetVersionUsers: [id, ofDataset('dataset'), { key: 'version', schema: text, of: ({ version }) => version }],
  explicitGroups: [id, named('name')],
  guestbookEntries: [
    id,
    { key: 'eventType', schema: text, of: ({ event }) => event },
    { key: 'filename', schema: text, of: ({ fileName }) => fileName },
    { key: 'date', schema: text, of: ({ date }) => toSecond(date) ?? null },
    named('guestbookName'),
    ofDataset('dataset'),
  ],
  savedSearches: [id],
};

function itemSchema(element: AccountTraceElement): ZodType {
  return z.strictObject(
    Object.fromEntries(COLUMNS[element].map(({ key, schema, optional }) => [key, optional === true ? schema.optional() : schema])),
  );
}

export const accountTracesSchema = recordSchema('AccountTraces', 'What an account left behind. Source: users-admin.md 7.7.', {
  user: z.strictObject({ identifier: z.string(), name: z.string() }),
  traces: z
    .strictObject(
      Object.fromEntries(
        ACCOUNT_TRACE_ELEMENTS.map((element) => [
          element,
          z.strictObject({ count: z.int().describe('How many there are in all.'), items: listOf(itemSchema(element)) }).optional(),
        ]),
      ),
    )
    .describe('By kind; those without entries are left out.'),
});

function cellsOf(element: AccountTraceElement, item: Item): readonly (readonly [string, Cell])[] {
  return COLUMNS[element].map(({ key, of }) => [key, of(item)]);
}

/** The traces as a record. */
export function accountTracesRecord({ user, traces }: Traces): z.infer<typeof accountTracesSchema> {
  const items = traces.map(({ element, totalCount, items: shown }): [string, { count: number; items: unknown[] }] => [
    element,
    { count: totalCount, items: shown.map((item) => Object.fromEntries(cellsOf(element, item).filter(([, value]) => value !== null))) },
  ]);
  return { user: { identifier: user.identifier, name: user.displayName }, traces: Object.fromEntries(items) };
}

/** The traces of one kind as rows, the keys first. */
export function accountTraceRows(element: AccountTraceElement, { traces }: Traces): string[][] {
  const items = traces.find((list) => list.element === element)?.items ?? [];
  return [COLUMNS[element].map(({ key }) => key), ...items.map((item) => cellsOf(element, item).map(([, value]) => String(value ?? '')))];
}
