/** A collection read together with its children and their newest versions: the data of most lists, in one statement. */
import { eq, type SQL, sql } from 'drizzle-orm';
import { forShortReads, type Queryable, prepared } from '../client.ts';
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
import { type AskedOfContent, type ContentJson, contentOf, type ContentRow } from './collections/content-json.ts';
import { contentsJson } from './collections/contents.ts';
import { briefJsonRow } from '../json-row.ts';
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
  /** Whether no more is asked of the collection, of datasets in it, their newest versions and files than a plain list shows. */
  readonly brief?: boolean;
}

/** The id of the collection that a key names, as SQL. */
const named = {
  id: sql`${sql.placeholder('key')}::int`,
  alias: sql`(select named.id from collection named where lower(named.alias) = lower(${sql.placeholder('key')}))`,
  root: sql`(select named.id from node named where named.owner_id is null)`,
} as const;

/** The statement for each form of the question. */
const forms: Readonly<Record<'page' | 'versions' | 'files', Pick<AskedOfContent, 'newest'>>> = {
  page: {},
  versions: { newest: {} },
  files: { newest: { files: sql.placeholder('firstFiles') } },
};
type Form = keyof typeof forms;

const limit = atMost(sql.placeholder('limit'));

function withContentsStatement(key: keyof typeof named, form: Form) {
  return prepared((db) =>
    db
      .select({
        collection: { ...collectionColumns, granted: grantedOn(node.permissionPath, sql.placeholder('identities')) },
        fileCountLimit: effectiveFileCountLimit(),
        contents: contentsJson(named[key], visible, limit, forms[form]),
      })
      .from(collection)
      .innerJoin(node, eq(node.id, collection.id))
      .where(eq(collection.id, named[key]))
      .prepare(`collection_with_${form}_by_${key}`),
  );
}

/** SQL for null where permissions matter: neither the collection nor anything in it is a draft otherwise. */
function ifOpen<Contents>(key: keyof typeof named, contents: SQL<Contents>): SQL<Contents | null> {
  // As `node_owner_published_idx` has it.
  const isDraft = sql`draft.owner_id = ${named[key]} and draft.kind <> 'DATAFILE' and coalesce(draft.published_at, 'infinity'::timestamptz) = 'infinity'`;
  return sql<Contents | null>`case when ${published} and not exists (select from node draft where ${isDraft}) then ${contents} end`;
}

/**
 * The same of a collection in which everything is published, itself too: permissions do not matter then, and looking them up took a quarter
 * of the statement. Null contents mean that they do matter.
 */
function openStatement(key: keyof typeof named, form: Form) {
  return prepared((db) =>
    db
      .select({
        collection: collectionColumns,
        fileCountLimit: effectiveFileCountLimit(),
        contents: ifOpen(key, contentsJson(named[key], published, limit, forms[form])),
      })
      .from(collection)
      .innerJoin(node, eq(node.id, collection.id))
      .where(eq(collection.id, named[key]))
      .prepare(`open_collection_with_${form}_by_${key}`),
  );
}

/** What a plain list shows of its collection, what its contents take over, and whether it is published. */
const briefCollection = briefJsonRow(collectionColumns, {
  id: collectionColumns.id,
  alias: collectionColumns.alias,
  name: collectionColumns.name,
  affiliation: collectionColumns.affiliation,
  description: collectionColumns.description,
  collectionType: collectionColumns.collectionType,
  path: collectionColumns.path,
  publishedAt: collectionColumns.publishedAt,
});

type BriefJson = readonly [collection: Parameters<typeof briefCollection.read>[0], contents: ContentJson[] | null];

/** The same of those who ask for no more than a plain list shows: one column, which is read in one piece. */
function briefStatement(key: keyof typeof named, form: Form) {
  const contents = ifOpen(key, contentsJson(named[key], published, limit, { ...forms[form], brief: true }));
  return prepared((db) =>
    db
      .select({ read: sql<BriefJson>`json_build_array(${briefCollection.json}, ${contents})` })
      .from(collection)
      .innerJoin(node, eq(node.id, collection.id))
      .where(eq(collection.id, named[key]))
      .prepare(`brief_collection_with_${form}_by_${key}`),
  );
}

function statementsBy(key: keyof typeof named) {
  const of = (form: Form) => ({
    open: openStatement(key, form),
    brief: briefStatement(key, form),
    visible: withContentsStatement(key, form),
  });
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

/** A collection without what is not asked for; null where permissions matter. */
async function findBriefly(
  statement: ReturnType<typeof briefStatement>,
  db: Queryable,
  values: { readonly limit: number; readonly firstFiles: number | null },
): Promise<CollectionWithContents | null | undefined> {
  const rows = values.limit * (1 + (values.firstFiles ?? 0));
  const [row] = await statement(forShortReads(db, rows)).execute(values);
  if (row === undefined) return undefined;
  const [cells, children] = row.read;
  if (children === null) return null;
  const found = briefCollection.read(cells);
  const { id, path, publishedAt } = found;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the other moment was not read, and fails
  const shown = Object.assign(found as unknown as CollectionRow, { publishedAt: publishedAt === null ? null : new Date(publishedAt) });
  const owner = { id, path, fileCountLimit: null };
  const { firstFiles } = values;
  return { collection: shown, contents: children.map((json) => contentOf(json, owner, { firstFiles, brief: true })) };
}

/** Finds a collection together with its children: one statement for an open collection, two where there are drafts. */
export async function findCollectionWithContents(
  db: Queryable,
  key: CollectionKey,
  { identities, superuser }: Onlooker,
  asked: AskedOfContents,
): Promise<CollectionWithContents | undefined> {
  const { by, ...place } = placeOf(key);
  const { open, brief, visible: guarded } = statements[by][formOf(asked)];
  const values = { ...place, limit: asked.limit, firstFiles: asked.firstFiles };
  const seen = () => guarded(db).execute({ ...values, identities, superuser });
  const briefly = asked.brief ? await findBriefly(brief, db, values) : null;
  if (briefly !== null) return briefly;
  const [first] = asked.brief ? await seen() : await open(db).execute(values);
  if (first === undefined) return undefined;
  const [row] = first.contents === null ? await seen() : [first];
  if (row === undefined || row.contents === null) return undefined;
  const { collection: found, fileCountLimit, contents } = row;
  const owner = { id: found.id, path: found.path, fileCountLimit };
  const { firstFiles } = asked;
  return { collection: found, contents: contents.map((json) => contentOf(json, owner, { firstFiles, brief: false })) };
}
