import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  doublePrecision,
  foreignKey,
  index,
  integer,
  json,
  pgEnum,
  pgTable,
  primaryKey,
  serial,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { BULK_JOB_KINDS, BULK_JOB_STATES } from '../../vocabulary/jobs.ts';
import { bytea } from './bytea.ts';
import { userAccount } from './user.ts';

export const bulkJobKind = pgEnum('bulk_job_kind', BULK_JOB_KINDS);
export const bulkJobState = pgEnum('bulk_job_state', BULK_JOB_STATES);

/** Operations that run as jobs and write JSON Lines. See docs/adr/0093-bulk-and-idempotency.md. */
export const bulkJob = pgTable(
  'bulk_job',
  {
    id: serial('id').primaryKey(),
    kind: bulkJobKind('kind').notNull(),
    /** Whose it is; null once the account is gone, and then its results go, too. */
    accountId: integer('account_id'),
    /** SHA-256 of the token that it was started with: it counts as long as the token does. Null where it was started without one. */
    tokenHash: bytea('token_hash'),
    isNamedToken: boolean('is_named_token').notNull(),
    /** Where it was started from, for groups by address. */
    address: text('address'),
    document: text('document').notNull(),
    variables: json('variables').$type<Readonly<Record<string, unknown>>>(),
    /** By which its starter knows it again. */
    clientKey: text('client_key'),
    fingerprint: text('fingerprint').notNull(),
    state: bulkJobState('state').notNull().default('WAITING'),
    /** The slice that works on it: one that was given up cannot commit any more. */
    runner: uuid('runner'),
    /** Position after the last line that is stored. */
    cursor: text('cursor'),
    /** Where the input of a mutation lies. */
    inputDriver: text('input_driver'),
    inputStorageId: text('input_storage_id'),
    inputBytes: bigint('input_bytes', { mode: 'number' }),
    /** Lines of the input; null for a query. */
    inputLines: integer('input_lines'),
    /** Bytes of the input whose lines are done. */
    inputOffset: bigint('input_offset', { mode: 'number' }).notNull().default(0),
    lineCount: integer('line_count').notNull().default(0),
    /** Lines that tell of an error. */
    failedCount: integer('failed_count').notNull().default(0),
    /** Lines with a list that goes on beyond what the line has of it. */
    truncatedCount: integer('truncated_count').notNull().default(0),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull().default(0),
    partCount: integer('part_count').notNull().default(0),
    /** Points that its operations have spent. */
    cost: doublePrecision('cost').notNull().default(0),
    /** Failures in a row that may pass. */
    failures: integer('failures').notNull().default(0),
    errorCode: text('error_code'),
    errorMessage: text('error_message'),
    /** Addresses of its result that were signed with another number are revoked. */
    addressRevision: integer('address_revision').notNull().default(0),
    requestedAt: timestamp('requested_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    begunAt: timestamp('begun_at', { withTimezone: true, mode: 'date' }),
    endedAt: timestamp('ended_at', { withTimezone: true, mode: 'date' }),
    /** When its lines are removed, once it has ended. */
    expiresAt: timestamp('expires_at', { withTimezone: true, mode: 'date' }),
    /** When they were. */
    removedAt: timestamp('removed_at', { withTimezone: true, mode: 'date' }),
  },
  (table) => [
    foreignKey({ name: 'bulk_job_account_id_fk', columns: [table.accountId], foreignColumns: [userAccount.id] }).onDelete('set null'),
    index('bulk_job_account_idx').on(table.accountId, table.id),
    uniqueIndex('bulk_job_client_key').on(table.accountId, table.clientKey),
    index('bulk_job_expires_idx')
      .on(table.expiresAt)
      .where(sql`${table.removedAt} is null`),
  ],
);

/** The lines of a job, in stretches that were stored together with how far it was. */
export const bulkPart = pgTable(
  'bulk_part',
  {
    jobId: integer('job_id').notNull(),
    /** From 0. */
    position: integer('position').notNull(),
    driver: text('driver').notNull(),
    storageId: text('storage_id').notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ name: 'bulk_part_pkey', columns: [table.jobId, table.position] }),
    foreignKey({ name: 'bulk_part_job_id_fk', columns: [table.jobId], foreignColumns: [bulkJob.id] }).onDelete('cascade'),
  ],
);
