/** A collection read together with its children and their newest versions: the data of most lists, in one statement. */
import { eq, sql } from 'drizzle-orm';
import { type Queryable, prepared } from '../client.ts';
import { atMost } from '../kept-plans.ts';
import { collection } from '../schema/collection.ts';
import { node } from '../schema/node.ts';
import {
  type CollectionKey,
  type CollectionRow,
  type CollectionWithGrants,
  collectionColumns,
  effectiveFileCountLimit,
} from './collections/collections.ts';
import { type AskedOfNewest, type ContentJson, contentOf, type ContentRow } from './collections/content-json.ts';
import { contentsJson } from './collections/contents.ts';
import { type Onlooker, published, visible } from './gate/visible.ts';
import { grantedOn } from './gate/granted.ts';

/** A collection with the first of its direct children that an onlooker may see, in the order of `listContents`. */
export interface CollectionWithContents {
  /** Without `granted` where nothing depended on it. */
  readonly collection: CollectionRow & Partial<Pick<CollectionWithGrants, 'granted'>>;
  readonly contents: ContentRow[];
}

/** What is read with a collection. */
export interface AskedOfContents {
  /** Children at most. */
  readonly limit: number;
  /** With the newest version of each public dataset. */
  readonly newest: boolean;
  /** At most so many files of these versions, the first by label; null for none. */
  readonly firstFiles: number | null;
}

/** The id of the collection that a key names, as SQL. */
const named = {
  id: sql`${sql.placeholder('key')}::int`,
  alias: sql`(select named.id from collection named where lower(named.alias) = lower(${sql.placeholder('key')}))`,
  root: sql`(select named.id from node named where named.owner_id is null)`,
} as const;

/** The statement for each form of the question. */
const forms: Readonly<Record<'page' | 'versions' | 'files', { readonly newest?: AskedOfNewest }>> = {
  page: {},
  versions: { newest: {} },
  files: { newest: { files: sql.placeholder('firstFiles') } },
};
type Form = keyof typeof forms;

const limit = atMost(sql.placeholder('limit'));

function withContentsStatement(key: keyof typeof named, form: Form) {
  const { newest } = forms[form];
  return prepared((db) =>
    db
      .select({
        collection: { ...collectionColumns, granted: grantedOn(node.permissionPath, sql.placeholder('identities')) },
        fileCountLimit: effectiveFileCountLimit(),
        contents: contentsJson(named[key], visible, limit, newest),
      })
      .from(collection)
      .innerJoin(node, eq(node.id, collection.id))
      .where(eq(collection.id, named[key]))
      .prepare(`collection_with_${form}_by_${key}`),
  );
}

/**
 * The same of a collection in which everything is published, itself too: permissions do not matter then, and looking them up took a quarter
 * of the statement. Null contents mean that they do matter.
 */
function openStatement(key: keyof typeof named, form: Form) {
  const { newest } = forms[form];
  // As `node_owner_published_idx` has it.
  const isDraft = sql`draft.owner_id = ${named[key]} and draft.kind <> 'DATAFILE' and coalesce(draft.published_at, 'infinity'::timestamptz) = 'infinity'`;
  return prepared((db) =>
    db
      .select({
        collection: collectionColumns,
        fileCountLimit: effectiveFileCountLimit(),
        contents: sql<
          ContentJson[] | null
        >`case when ${published} and not exists (select from node draft where ${isDraft}) then ${contentsJson(named[key], published, limit, newest)} end`,
      })
      .from(collection)
      .innerJoin(node, eq(node.id, collection.id))
      .where(eq(collection.id, named[key]))
      .prepare(`open_collection_with_${form}_by_${key}`),
  );
}

function statementsBy(key: keyof typeof named) {
  const of = (form: Form) => ({ open: openStatement(key, form), visible: withContentsStatement(key, form) });
  return { page: of('page'), versions: of('versions'), files: of('files') } satisfies Record<Form, unknown>;
}

const statements = { id: statementsBy('id'), alias: statementsBy('alias'), root: statementsBy('root') };

function placeOf(key: CollectionKey): { readonly by: keyof typeof named; readonly key?: number | string } {
  if ('id' in key) return { by: 'id', key: key.id };
  return 'alias' in key ? { by: 'alias', key: key.alias } : { by: 'root' };
}

function formOf({ newest, firstFiles }: AskedOfContents): Form {
  if (!newest) return 'page';
  return firstFiles === null ? 'versions' : 'files';
}

/** Finds a collection together with its children: one statement for an open collection, two where there are drafts. */
export async function findCollectionWithContents(
  db: Queryable,
  key: CollectionKey,
  { identities, superuser }: Onlooker,
  asked: AskedOfContents,
): Promise<CollectionWithContents | undefined> {
  const { by, ...place } = placeOf(key);
  const { open, visible: guarded } = statements[by][formOf(asked)];
  const values = { ...place, limit: asked.limit, firstFiles: asked.firstFiles };
  const [first] = await open(db).execute(values);
  if (first === undefined) return undefined;
  const [row] = first.contents === null ? await guarded(db).execute({ ...values, identities, superuser }) : [first];
  if (row === undefined || row.contents === null) return undefined;
  const { collection: found, fileCountLimit, contents } = row;
  const owner = { id: found.id, path: found.path, fileCountLimit };
  return { collection: found, contents: contents.map((json) => contentOf(json, owner, asked.firstFiles)) };
}
