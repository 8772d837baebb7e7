import { and, asc, eq, sql } from 'drizzle-orm';
import { type Queryable, type Transaction, prepared } from '../client.ts';
import { metadataBlock, metadataCatalog, metadataField, vocabularyValue } from '../schema/metadata-block.ts';

export type MetadataBlockRow = typeof metadataBlock.$inferSelect;
export type MetadataFieldRow = typeof metadataField.$inferSelect;
export type NewMetadataBlock = Omit<typeof metadataBlock.$inferInsert, 'id'>;
/** A field to insert; `parentName` names an earlier field of the same list. */
export type NewMetadataField = Omit<typeof metadataField.$inferInsert, 'id' | 'blockId' | 'parentId'> & {
  readonly parentName: string | null;
};

export interface VocabularyRow {
  readonly value: string;
  readonly identifier: string | null;
  readonly alternates: readonly string[];
}
export interface Vocabulary<Key> {
  readonly field: Key;
  /** In display order. */
  readonly values: readonly VocabularyRow[];
}

const catalogVersion = prepared((db) =>
  db
    .select({ version: metadataCatalog.version })
    .from(metadataCatalog)
    .where(eq(metadataCatalog.id, 1))
    .prepare('metadata_catalog_version'),
);

/** Finds the version of the stored blocks; 0 when none was ever loaded. */
export async function findCatalogVersion(db: Queryable): Promise<number> {
  const [row] = await catalogVersion(db).execute();
  return row?.version ?? 0;
}

/**
 * Lists the blocks by id, each with the catalogue version. Run this before the other two lists: a load that
 * commits in between then shows as a newer version and causes a reload, it is never missed.
 */
export async function listMetadataBlocks(db: Queryable): Promise<{ version: number; blocks: MetadataBlockRow[] }> {
  const rows = await db
    .select({ block: metadataBlock, version: metadataCatalog.version })
    .from(metadataBlock)
    .leftJoin(metadataCatalog, eq(metadataCatalog.id, 1))
    .orderBy(asc(metadataBlock.id));
  return { version: rows[0]?.version ?? 0, blocks: rows.map((row) => row.block) };
}

/** Lists the fields of all blocks by block, display order and id. */
export function listMetadataFields(db: Queryable): Promise<MetadataFieldRow[]> {
  return db.select().from(metadataField).orderBy(asc(metadataField.blockId), asc(metadataField.displayOrder), asc(metadataField.id));
}

/**
 * Lists the controlled vocabularies, one row for each field with its values in parallel arrays. Measured with 8,600
 * values: 13 ms so, 17 ms as rows, 22 ms as an array of objects.
 */
export async function listVocabularies(db: Queryable): Promise<Vocabulary<number>[]> {
  const order = sql`order by ${vocabularyValue.displayOrder}, ${vocabularyValue.id}`;
  const rows = await db
    .select({
      field: vocabularyValue.fieldId,
      values: sql<string[]>`json_agg(${vocabularyValue.value} ${order})`,
      identifiers: sql<(string | null)[]>`json_agg(${vocabularyValue.identifier} ${order})`,
      alternates: sql<string[][]>`json_agg(${vocabularyValue.alternates} ${order})`,
    })
    .from(vocabularyValue)
    .groupBy(vocabularyValue.fieldId);
  return rows.map(({ field, values, identifiers, alternates }) => ({
    field,
    values: values.map((value, index) => ({ value, identifier: identifiers[index] ?? null, alternates: alternates[index] ?? [] })),
  }));
}

/** Makes other loads of blocks wait until this transaction ends. */
export async function lockMetadataCatalog(tx: Transaction): Promise<void> {
  await tx.insert(metadataCatalog).values({ id: 1, version: 0 }).onConflictDoNothing();
  await tx.select({ id: metadataCatalog.id }).from(metadataCatalog).where(eq(metadataCatalog.id, 1)).for('update');
}

/** Raises the catalogue version, so that every process reloads its catalogue. */
export async function bumpCatalogVersion(tx: Transaction): Promise<void> {
  await tx
    .update(metadataCatalog)
    .set({ version: sql`${metadataCatalog.version} + 1` })
    .where(eq(metadataCatalog.id, 1));
}

/** Lists those of `names` that are fields of an installed block, in no order. */
export async function listTakenFieldNames(db: Queryable, names: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ name: metadataField.name })
    .from(metadataField)
    .where(sql`${metadataField.name} in (select json_array_elements_text(${JSON.stringify(names)}::json))`);
  return rows.map((row) => row.name);
}

/** Inserts a block with its fields, numbered in the order given, and their vocabularies, keyed by field name. Returns the block's id. */
export async function insertMetadataBlock(
  tx: Transaction,
  block: NewMetadataBlock,
  fields: readonly NewMetadataField[],
  vocabularies: readonly Vocabulary<string>[],
): Promise<number> {
  const [inserted] = await tx.insert(metadataBlock).values(block).returning({ id: metadataBlock.id });
  if (inserted === undefined) throw new Error(`Block ${block.name} was not inserted`);
  const blockId = inserted.id;
  if (fields.length > 0) {
    await tx.insert(metadataField).values(fields.map(({ parentName: _parentName, ...field }) => ({ ...field, blockId })));
    await linkParents(tx, blockId, fields);
  }
  await insertVocabularies(tx, blockId, vocabularies);
  return blockId;
}

async function linkParents(tx: Transaction, blockId: number, fields: readonly NewMetadataField[]): Promise<void> {
  const links = fields.flatMap((field) => (field.parentName === null ? [] : [{ child: field.name, parent: field.parentName }]));
  await tx
    .update(metadataField)
    .set({ parentId: sql`parent.id` })
    .from(
      sql`json_to_recordset(${JSON.stringify(links)}::json) as link(child text, parent text) join metadata_field parent on parent.name = link.parent`,
    )
    .where(and(eq(metadataField.blockId, blockId), eq(metadataField.name, sql`link.child`)));
}

async function insertVocabularies(tx: Transaction, blockId: number, vocabularies: readonly Vocabulary<string>[]): Promise<void> {
  const rows = vocabularies.flatMap(({ field, values }) => values.map((value, displayOrder) => ({ ...value, field, displayOrder })));
  if (rows.length === 0) return;
  // One parameter for all rows: the language list alone would need 40,000, more than the protocol allows.
  await tx.execute(sql`
    insert into vocabulary_value (field_id, value, identifier, alternates, display_order)
    select field.id, entry.value, entry.identifier, entry.alternates, entry."displayOrder"
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as entry(field text, value text, identifier text, alternates text[], "displayOrder" integer)
    join metadata_field field on field.name = entry.field and field.block_id = ${blockId}
    order by field.id, entry."displayOrder"`);
}
