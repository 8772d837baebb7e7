/** Templates of datasets. Source: collections.md 11.2. */
import { eq, type SQL, sql } from 'drizzle-orm';
import type { VersionMetadata } from '../../../model/metadata/version-metadata.ts';
import type { Queryable } from '../../client.ts';
import { anyOf } from '../../kept-plans.ts';
import { collection } from '../../schema/collection.ts';
import type { VersionTerms } from '../../schema/dataset.ts';
import { StoredMetadata } from '../../stored-metadata.ts';
import { collectionTemplates, datasetTemplate, type TemplateInstruction } from '../../schema/dataset-template.ts';

export type { TemplateInstruction } from '../../schema/dataset-template.ts';

/** What a template holds. */
export interface TemplateContent {
  readonly metadata: VersionMetadata;
  readonly instructions: readonly TemplateInstruction[];
  readonly licenseId: number | null;
  readonly terms: VersionTerms;
  readonly fileAccessRequest: boolean;
}

export interface TemplateRow extends Omit<TemplateContent, 'metadata'> {
  readonly metadata: StoredMetadata;
  readonly id: number;
  readonly collectionId: number;
  readonly collectionAlias: string;
  readonly collectionName: string;
  readonly name: string;
  /** Whether the collection that was asked begins with it. */
  readonly isDefault: boolean;
  readonly usageCount: number;
  /** ISO 8601, UTC, to the second. */
  readonly createdAt: string;
}

async function select(db: Queryable, where: SQL, asked: SQL, order: SQL = sql`t.id`): Promise<TemplateRow[]> {
  const rows = await db.execute<Omit<TemplateRow, 'metadata'> & { metadata: VersionMetadata } & Record<string, unknown>>(sql`
      select t.id, t.collection_id as "collectionId", c.alias as "collectionAlias", c.name as "collectionName", t.name, t.metadata, t.instructions,
        t.license_id as "licenseId", t.terms, t.file_access_request as "fileAccessRequest", t.usage_count as "usageCount",
        exists (select from ${collectionTemplates} s where s.collection_id = ${asked} and s.default_template_id = t.id) as "isDefault",
        to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "createdAt"
      from ${datasetTemplate} t inner join ${collection} c on c.id = t.collection_id where ${where} order by ${order}`);
  return rows.map((row) => ({ ...row, metadata: StoredMetadata.of(row.metadata) }));
}

/**
 * Templates that a collection offers: its own, then those of the collections above it as far as they are inherited. `path` goes from the
 * root down to it.
 */
export async function listOfferedTemplates(db: Queryable, path: readonly number[]): Promise<TemplateRow[]> {
  const own = path.at(-1) ?? 0;
  const ids = sql`${sql.param(path)}::int[]`;
  const first = sql`coalesce((select max(array_position(${ids}, s.collection_id)) from ${collectionTemplates} s
    where s.template_root and s.collection_id = ${anyOf(path, 'int')}), 1)`;
  return select(
    db,
    sql`t.collection_id = ${anyOf(path, 'int')} and array_position(${ids}, t.collection_id) >= ${first}`,
    sql`${own}::int`,
    sql`array_position(${ids}, t.collection_id) desc, t.id`,
  );
}

/** A template by its id, as its own collection sees it. */
export async function findTemplate(db: Queryable, id: number): Promise<TemplateRow | undefined> {
  return (await select(db, sql`t.id = ${id}::int`, sql`t.collection_id`))[0];
}

/** All templates, or those of one collection, by id. */
export async function listAllTemplates(db: Queryable, collectionId: number | null): Promise<TemplateRow[]> {
  return select(db, sql`(${collectionId}::int is null or t.collection_id = ${collectionId}::int)`, sql`t.collection_id`);
}

export async function countTemplates(db: Queryable, collectionId: number): Promise<number> {
  const [row] = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${datasetTemplate} where collection_id = ${collectionId}::int`,
  );
  return row?.count ?? 0;
}

/** Stores a template; its id. */
export async function insertTemplate(
  db: Queryable,
  values: TemplateContent & { readonly collectionId: number; readonly name: string },
): Promise<number> {
  const [row] = await db.insert(datasetTemplate).values(values).returning({ id: datasetTemplate.id });
  if (row === undefined) throw new Error('The template was not stored.');
  return row.id;
}

export async function deleteTemplateRow(db: Queryable, id: number): Promise<void> {
  await db.delete(datasetTemplate).where(eq(datasetTemplate.id, id));
}

/** Sets the template with which a collection begins; null for none. */
export async function setDefaultTemplate(db: Queryable, collectionId: number, defaultTemplateId: number | null): Promise<void> {
  await db
    .insert(collectionTemplates)
    .values({ collectionId, defaultTemplateId })
    .onConflictDoUpdate({ target: collectionTemplates.collectionId, set: { defaultTemplateId } });
}

/** Sets whether a collection offers its own templates alone. */
export async function setTemplateRoot(db: Queryable, collectionId: number, templateRoot: boolean): Promise<void> {
  await db
    .insert(collectionTemplates)
    .values({ collectionId, templateRoot })
    .onConflictDoUpdate({ target: collectionTemplates.collectionId, set: { templateRoot } });
}

/** Whether a collection offers its own templates alone. */
export async function isTemplateRoot(db: Queryable, collectionId: number): Promise<boolean> {
  const [row] = await db
    .select({ templateRoot: collectionTemplates.templateRoot })
    .from(collectionTemplates)
    .where(eq(collectionTemplates.collectionId, collectionId));
  return row?.templateRoot ?? false;
}

/** Counts a dataset that was made with a template. */
export async function countTemplateUse(db: Queryable, id: number): Promise<void> {
  await db.execute(sql`update ${datasetTemplate} set usage_count = usage_count + 1 where id = ${id}::int`);
}
