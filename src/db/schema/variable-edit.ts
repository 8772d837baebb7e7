import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, serial, text } from 'drizzle-orm/pg-core';
import type { FormerEdit, FormerGroup, WeightedFrequency } from '../../model/tables/variable-edit.ts';
import { dataTable, dataVariable } from './data-table.ts';
import { dataFile } from './file.ts';

/** All that was edited of the variables of a table. It never changes: records of the file name it, those of published versions too. Source: files.md 9. */
export const variableEdits = pgTable(
  'variable_edits',
  {
    id: serial('id').primaryKey(),
    dataFileId: integer('data_file_id').notNull(),
  },
  (table) => [
    foreignKey({ name: 'variable_edits_data_file_id_fk', columns: [table.dataFileId], foreignColumns: [dataTable.dataFileId] }).onDelete(
      'cascade',
    ),
    index('variable_edits_data_file_idx').on(table.dataFileId),
  ],
);

/** What was edited of one variable. */
export const editedVariable = pgTable(
  'edited_variable',
  {
    editsId: integer('edits_id').notNull(),
    dataVariableId: integer('data_variable_id').notNull(),
    label: text('label'),
    isWeight: boolean('is_weight').notNull(),
    weightVariableId: integer('weight_variable_id'),
    literalQuestion: text('literal_question'),
    interviewInstruction: text('interview_instruction'),
    postQuestion: text('post_question'),
    universe: text('universe'),
    notes: text('notes'),
    weightedFrequencies: jsonb('weighted_frequencies').$type<readonly WeightedFrequency[]>().notNull(),
  },
  (table) => [
    primaryKey({ name: 'edited_variable_pk', columns: [table.editsId, table.dataVariableId] }),
    foreignKey({ name: 'edited_variable_edits_id_fk', columns: [table.editsId], foreignColumns: [variableEdits.id] }).onDelete('cascade'),
    foreignKey({ name: 'edited_variable_variable_id_fk', columns: [table.dataVariableId], foreignColumns: [dataVariable.id] }).onDelete(
      'cascade',
    ),
    index('edited_variable_variable_idx').on(table.dataVariableId),
  ],
);

/** A group of variables. */
export const variableGroup = pgTable(
  'variable_group',
  {
    editsId: integer('edits_id').notNull(),
    /** Clients name groups by it; a group keeps its number when something else is edited. */
    number: serial('number').notNull(),
    label: text('label'),
    /** Ascending. */
    variableIds: integer('variable_ids').array().notNull(),
  },
  (table) => [
    primaryKey({ name: 'variable_group_pk', columns: [table.editsId, table.number] }),
    foreignKey({ name: 'variable_group_edits_id_fk', columns: [table.editsId], foreignColumns: [variableEdits.id] }).onDelete('cascade'),
  ],
);

/** What was edited of the variables of a file that was replaced, until the ingest of the new one tells whether its table is the same. Source: files.md 5. */
export const formerVariableEdits = pgTable(
  'former_variable_edits',
  {
    /** The new file. */
    dataFileId: integer('data_file_id').notNull(),
    /** Of the former table. */
    sign: text('sign').notNull(),
    variables: jsonb('variables').$type<readonly FormerEdit[]>().notNull(),
    groups: jsonb('groups').$type<readonly FormerGroup[]>().notNull(),
  },
  (table) => [
    primaryKey({ name: 'former_variable_edits_pk', columns: [table.dataFileId] }),
    foreignKey({ name: 'former_variable_edits_data_file_id_fk', columns: [table.dataFileId], foreignColumns: [dataFile.id] }).onDelete(
      'cascade',
    ),
  ],
);
