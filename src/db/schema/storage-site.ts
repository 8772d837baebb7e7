import { sql } from 'drizzle-orm';
import { boolean, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';

/** Places where copies of the files can be fetched from. */
export const storageSite = pgTable(
  'storage_site',
  {
    id: serial('id').primaryKey(),
    hostname: text('hostname').notNull(),
    name: text('name'),
    primaryStorage: boolean('primary_storage').notNull(),
    /** Protocols, separated by commas, such as `rsync,posix`. */
    transferProtocols: text('transfer_protocols').notNull(),
  },
  (table) => [
    uniqueIndex('storage_site_hostname_key').on(sql`lower(${table.hostname})`),
    uniqueIndex('storage_site_primary_key')
      .on(table.primaryStorage)
      .where(sql`${table.primaryStorage}`),
  ],
);
