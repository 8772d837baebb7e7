import { and, asc, eq, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../client.ts';
import { anyOf } from '../../kept-plans.ts';
import { setting } from '../../schema/operation.ts';

/** What names a setting; the language is empty for the value that has none. */
export interface SettingKey {
  readonly name: string;
  readonly language: string;
}

export interface SettingRow extends SettingKey {
  readonly value: string;
}

/** Keeps every other writer of settings waiting until this transaction ends; readers go on. */
export async function lockSettings(tx: Transaction): Promise<void> {
  await tx.execute(sql`lock table ${setting} in share row exclusive mode`);
}

/** All settings, by name and language. */
export async function listSettings(db: Queryable): Promise<SettingRow[]> {
  return db.select().from(setting).orderBy(asc(setting.name), asc(setting.language));
}

/** One setting; undefined when it is not set. */
export async function findSetting(db: Queryable, { name, language }: SettingKey): Promise<SettingRow | undefined> {
  const [row] = await db
    .select()
    .from(setting)
    .where(and(eq(setting.name, name), eq(setting.language, language)));
  return row;
}

/** Stores settings in place of the values they had; no name with language may occur twice. */
export async function upsertSettings(db: Queryable, rows: readonly SettingRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insert(setting)
    .values([...rows])
    .onConflictDoUpdate({ target: [setting.name, setting.language], set: { value: sql`excluded.value` } });
}

/** Removes settings, where they are set. */
export async function deleteSettings(db: Queryable, keys: readonly SettingKey[]): Promise<void> {
  const names = sql.param(keys.map(({ name }) => name));
  const languages = sql.param(keys.map(({ language }) => language));
  await db
    .delete(setting)
    .where(sql`(${setting.name}, ${setting.language}) in (select * from unnest(${names}::text[], ${languages}::text[]))`);
}

/** Values of settings, without a language, by their names; those that are not set are absent. */
export async function findSettingsByName(db: Queryable, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (names.length === 0) return new Map();
  const rows = await db
    .select({ name: setting.name, value: setting.value })
    .from(setting)
    .where(and(eq(setting.language, ''), sql`${setting.name} = ${anyOf(names, 'text')}`));
  return new Map(rows.map(({ name, value }) => [name, value]));
}
