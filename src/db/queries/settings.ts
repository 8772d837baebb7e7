import { and, asc, eq } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { setting } from '../schema/operation.ts';

export interface SettingRow {
  readonly name: string;
  readonly language: string;
  readonly value: string;
}

/** All settings, by name and language. */
export async function listSettings(db: Queryable): Promise<SettingRow[]> {
  return db.select().from(setting).orderBy(asc(setting.name), asc(setting.language));
}

/** Stores a setting in place of the value it had. */
export async function upsertSetting(db: Queryable, row: SettingRow): Promise<void> {
  await db
    .insert(setting)
    .values(row)
    .onConflictDoUpdate({ target: [setting.name, setting.language], set: { value: row.value } });
}

/** Removes a setting; whether it was there. */
export async function deleteSetting(db: Queryable, name: string, language = ''): Promise<boolean> {
  const rows = await db
    .delete(setting)
    .where(and(eq(setting.name, name), eq(setting.language, language)))
    .returning({ name: setting.name });
  return rows.length > 0;
}
