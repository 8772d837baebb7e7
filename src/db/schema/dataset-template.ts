import { boolean, foreignKey, index, integer, json, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';
import type { VersionMetadata } from '../../model/metadata/version-metadata.ts';
import { collection } from './collection.ts';
import { license, type VersionTerms } from './dataset.ts';

/** What is said to those who fill in a field. */
export interface TemplateInstruction {
  readonly instructionField: string;
  readonly instructionText: string;
}

/** What new datasets of a collection may begin with. Source: collections.md 11.2. */
export const datasetTemplate = pgTable(
  'dataset_template',
  {
    id: serial('id').primaryKey(),
    collectionId: integer('collection_id').notNull(),
    name: text('name').notNull(),
    metadata: json('metadata').$type<VersionMetadata>().notNull(),
    instructions: json('instructions').$type<readonly TemplateInstruction[]>().notNull(),
    licenseId: integer('license_id'),
    terms: json('terms').$type<VersionTerms>().notNull(),
    fileAccessRequest: boolean('file_access_request').notNull(),
    /** How many datasets were made with it. */
    usageCount: integer('usage_count').notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (table) => [
    foreignKey({ name: 'dataset_template_collection_id_fk', columns: [table.collectionId], foreignColumns: [collection.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ name: 'dataset_template_license_id_fk', columns: [table.licenseId], foreignColumns: [license.id] }),
    index('dataset_template_collection_idx').on(table.collectionId),
    index('dataset_template_license_idx').on(table.licenseId),
  ],
);

/** What a collection says of templates; those that say nothing inherit, and have no default. */
export const collectionTemplates = pgTable(
  'collection_templates',
  {
    collectionId: integer('collection_id').primaryKey(),
    /** Offers its own templates alone. */
    templateRoot: boolean('template_root').notNull().default(false),
    defaultTemplateId: integer('default_template_id'),
  },
  (table) => [
    foreignKey({ name: 'collection_templates_collection_id_fk', columns: [table.collectionId], foreignColumns: [collection.id] }).onDelete(
      'cascade',
    ),
    foreignKey({
      name: 'collection_templates_default_template_id_fk',
      columns: [table.defaultTemplateId],
      foreignColumns: [datasetTemplate.id],
    }).onDelete('set null'),
    index('collection_templates_default_idx').on(table.defaultTemplateId),
  ],
);
