/** Writes of a load of metadata blocks: a few statements however many rows there are, each with one parameter for them all. */
import { type SQL, sql } from 'drizzle-orm';
import type { FieldType } from '../../../vocabulary/metadata.ts';
import { anyOf } from '../../kept-plans.ts';
import type { Queryable, Transaction } from '../../client.ts';

/** A block to insert, or to update where one of its name is stored. */
export interface BlockWrite {
  readonly name: string;
  readonly displayName: string;
  readonly namespaceUri: string | null;
  readonly ownerCollectionId: number | null;
}

/** A field to insert, or to update where one of its name is stored; block and parent by their names. */
export interface FieldWrite {
  readonly name: string;
  readonly block: string;
  readonly parent: string | null;
  readonly title: string;
  readonly description: string;
  readonly watermark: string;
  readonly fieldType: FieldType;
  readonly multiple: boolean;
  readonly controlledVocabulary: boolean;
  readonly facetable: boolean;
  readonly advancedSearch: boolean;
  readonly required: boolean;
  readonly displayOnCreate: boolean;
  readonly displayFormat: string;
  readonly displayOrder: number;
  readonly termUri: string | null;
}

/** A vocabulary value to insert, or with an id to update; its field by name. */
export interface ValueWrite {
  readonly id: number | null;
  readonly field: string;
  readonly value: string;
  readonly identifier: string | null;
  readonly alternates: readonly string[];
  readonly displayOrder: number;
}

function parameter(rows: readonly object[]): SQL {
  return sql`${JSON.stringify(rows)}::json`;
}

/** Updates the blocks that are stored and inserts the others in the order given. */
export async function writeBlocks(tx: Transaction, blocks: readonly BlockWrite[]): Promise<void> {
  if (blocks.length === 0) return;
  const sent = sql`json_to_recordset(${parameter(blocks.map((block, place) => ({ ...block, place })))})
    as sent(place integer, name text, "displayName" text, "namespaceUri" text, "ownerCollectionId" integer)`;
  await tx.execute(sql`
    update metadata_block b
    set display_name = sent."displayName", namespace_uri = sent."namespaceUri", owner_collection_id = sent."ownerCollectionId"
    from ${sent} where b.name = sent.name`);
  await tx.execute(sql`
    insert into metadata_block (name, display_name, namespace_uri, owner_collection_id)
    select sent.name, sent."displayName", sent."namespaceUri", sent."ownerCollectionId" from ${sent}
    where not exists (select 1 from metadata_block b where b.name = sent.name) order by sent.place`);
}

/** Updates the fields that are stored and inserts the others in the order given; their blocks and parents are stored or among them. */
export async function writeFields(tx: Transaction, fields: readonly FieldWrite[]): Promise<void> {
  if (fields.length === 0) return;
  const sent = sql`json_to_recordset(${parameter(fields.map((field, place) => ({ ...field, place })))})
    as sent(place integer, name text, block text, parent text, title text, description text, watermark text,
      "fieldType" metadata_field_type, multiple boolean, "controlledVocabulary" boolean, facetable boolean,
      "advancedSearch" boolean, required boolean, "displayOnCreate" boolean, "displayFormat" text,
      "displayOrder" integer, "termUri" text)`;
  await tx.execute(sql`
    update metadata_field f
    set block_id = b.id, title = sent.title, description = sent.description, watermark = sent.watermark,
      field_type = sent."fieldType", multiple = sent.multiple, controlled_vocabulary = sent."controlledVocabulary",
      facetable = sent.facetable, advanced_search = sent."advancedSearch", required = sent.required,
      display_on_create = sent."displayOnCreate", display_format = sent."displayFormat",
      display_order = sent."displayOrder", term_uri = sent."termUri"
    from ${sent} join metadata_block b on b.name = sent.block where f.name = sent.name`);
  await tx.execute(sql`
    insert into metadata_field (block_id, name, title, description, watermark, field_type, multiple, controlled_vocabulary,
      facetable, advanced_search, required, display_on_create, display_format, display_order, term_uri)
    select b.id, sent.name, sent.title, sent.description, sent.watermark, sent."fieldType", sent.multiple,
      sent."controlledVocabulary", sent.facetable, sent."advancedSearch", sent.required, sent."displayOnCreate",
      sent."displayFormat", sent."displayOrder", sent."termUri"
    from ${sent} join metadata_block b on b.name = sent.block
    where not exists (select 1 from metadata_field f where f.name = sent.name) order by sent.place`);
  await tx.execute(sql`
    update metadata_field f set parent_id = parent.id
    from ${sent} left join metadata_field parent on parent.name = sent.parent
    where f.name = sent.name and f.parent_id is distinct from parent.id`);
}

/** Updates the values that have an id and inserts the others by field, in the order given. */
export async function writeVocabularyValues(tx: Transaction, values: readonly ValueWrite[]): Promise<void> {
  if (values.length === 0) return;
  const sent = sql`json_to_recordset(${parameter(values.map((value, place) => ({ ...value, place })))})
    as sent(place integer, id integer, field text, value text, identifier text, alternates text[], "displayOrder" integer)`;
  if (values.some(({ id }) => id !== null)) {
    // Two values may take each other's names, which no single statement can do past the unique constraint.
    await tx.execute(sql`
      update vocabulary_value v set value = gen_random_uuid()::text from ${sent} where v.id = sent.id and v.value <> sent.value`);
    await tx.execute(sql`
      update vocabulary_value v
      set value = sent.value, identifier = sent.identifier, alternates = sent.alternates, display_order = sent."displayOrder"
      from ${sent} where v.id = sent.id`);
  }
  await tx.execute(sql`
    insert into vocabulary_value (field_id, value, identifier, alternates, display_order)
    select f.id, sent.value, sent.identifier, sent.alternates, sent."displayOrder"
    from ${sent} join metadata_field f on f.name = sent.field where sent.id is null order by f.id, sent.place`);
}

/** Sets whether a form shows a field on create. */
export async function setDisplayOnCreate(tx: Transaction, fieldId: number, displayOnCreate: boolean): Promise<void> {
  await tx.execute(sql`update metadata_field set display_on_create = ${displayOnCreate} where id = ${fieldId}`);
}

/** A field, or one value of it, of which is asked whether any version holds it. */
export interface HeldQuestion {
  readonly field: string;
  /** Null: any value. */
  readonly value: string | null;
}

/** Whether any version holds what is asked, question by question. Reads the metadata of all versions: for rare changes. */
export async function areHeld(db: Queryable, questions: readonly HeldQuestion[]): Promise<boolean[]> {
  if (questions.length === 0) return [];
  const rows = await db.execute<{ held: boolean }>(sql`
    select exists (
      select 1 from dataset_version v
      where position(to_json(asked.field)::text in v.metadata::text) > 0
        and jsonb_path_exists(
          v.metadata::jsonb,
          case when asked.value is null
            then '$.** ? (@.typeName == $field)'
            else '$.** ? (@.typeName == $field).value ? (@ == $value)' end::jsonpath,
          jsonb_build_object('field', asked.field, 'value', asked.value))
    ) as held
    from json_to_recordset(${parameter(questions.map((question, place) => ({ ...question, place })))})
      as asked(place integer, field text, value text)
    order by asked.place`);
  return rows.map(({ held }) => held);
}

/** Ids of the collections with these aliases, by alias in lower case. They cannot be removed until the transaction ends. */
export async function holdCollectionsByAlias(tx: Transaction, aliases: readonly string[]): Promise<Map<string, number>> {
  if (aliases.length === 0) return new Map();
  const rows = await tx.execute<{ alias: string; id: number }>(sql`
    select lower(c.alias) as alias, c.id from collection c join node n on n.id = c.id
    where lower(c.alias) = ${anyOf(
      aliases.map((alias) => alias.toLowerCase()),
      'text',
    )}
    for key share of n`);
  return new Map(rows.map(({ alias, id }) => [alias, id]));
}
