import { jsonb, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';
import { TOOL_SCOPES, TOOL_TYPES } from '../../vocabulary/external-tools.ts';

/** A parameter of a tool's address; its value is a reserved word. */
export interface ToolParameter {
  readonly name: string;
  readonly value: string;
}

/** A request that a tool may make. */
export interface AllowedCall {
  readonly name: string;
  readonly httpMethod: string;
  /** Path and query below the address of the site, with reserved words. */
  readonly urlTemplate: string;
  readonly timeOutMinutes: number;
}

/** An auxiliary file without which a tool has nothing to show. */
export interface RequiredAuxiliaryFile {
  readonly formatTag: string;
  readonly formatVersion: string;
}

/** Programs at other places that show or change datasets and files. Source: users-admin.md 18.3. */
export const externalTool = pgTable('external_tool', {
  id: serial('id').primaryKey(),
  displayName: text('display_name').notNull(),
  /** What programs know it by. */
  toolName: text('tool_name'),
  description: text('description').notNull(),
  types: text('types', { enum: TOOL_TYPES }).array().notNull(),
  scope: text('scope', { enum: TOOL_SCOPES }).notNull(),
  toolUrl: text('tool_url').notNull(),
  httpMethod: text('http_method').notNull(),
  parameters: jsonb('parameters').$type<readonly ToolParameter[]>().notNull(),
  /** Media type of the files that it takes; null for a tool of datasets. */
  contentType: text('content_type'),
  /** Null for a tool that is given its parameters directly. */
  allowedCalls: jsonb('allowed_calls').$type<readonly AllowedCall[]>(),
  requiredFiles: jsonb('required_files').$type<readonly RequiredAuxiliaryFile[]>().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
});
