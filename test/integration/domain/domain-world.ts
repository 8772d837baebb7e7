import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import postgres from 'postgres';
import type { Database } from '../../../src/db/client.ts';
import { type Actor, accountActor, guestActor } from '../../../src/kernel/actor.ts';
import { createCollection } from '../../../src/domain/collections/create-collection.ts';
import { publishCollection } from '../../../src/domain/collections/publish-collection.ts';
import type { CommandContext } from '../../../src/kernel/command.ts';
import { createDataset } from '../../../src/domain/datasets/creation/create-dataset.ts';
import { addFile } from '../../../src/domain/files/add-file.ts';
import { deaccessionVersion } from '../../../src/domain/datasets/publication/deaccession-version.ts';
import { publishDataset } from '../../../src/domain/datasets/publication/publish-dataset.ts';
import { DomainError } from '../../../src/errors/domain-error.ts';
import { createRequestContext } from '../../../src/request-context.ts';
import type { StagedFile } from '../../../src/storage/file-storage.ts';
import type { PublishType } from '../../../src/vocabulary/datasets.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

export interface SentVersion {
  metadataBlocks: Record<string, { fields: { typeName: string; multiple: boolean; typeClass: string; value: unknown }[] }>;
  [key: string]: unknown;
}

/** A complete dataset version with this title and further keys of native JSON. */
export function versionBody(title: string, more: Readonly<Record<string, unknown>> = { license: 'CC0 1.0' }): SentVersion {
  const example: { datasetVersion: SentVersion } = JSON.parse(
    readFileSync(new URL('../../../data/examples/minimal.json', import.meta.url), 'utf8'),
  );
  const { metadataBlocks } = example.datasetVersion;
  const titleField = metadataBlocks['citation']?.fields.find(({ typeName }) => typeName === 'title');
  if (titleField === undefined) throw new Error('The example has no title.');
  titleField.value = title;
  return { metadataBlocks, ...more };
}

/** What came of a call: OK, or the code of the refusal. Anything but a DomainError is a fault of ours and fails the test. */
export async function outcome(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'OK';
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

export interface DomainWorld {
  readonly server: TestServer;
  readonly db: Database;
  /** Statements beside the application, on a connection of the test's own. */
  readonly sql: postgres.Sql;
  readonly superuser: Actor;
  readonly rootId: number;
  as(actor: Actor): CommandContext;
  /** As `as`, with every event stored, as if all of them had subscribers. */
  heard(actor: Actor): CommandContext;
  createUser(userName: string, options?: { readonly superuser?: boolean }): Promise<Actor>;
  createCollection(
    alias: string,
    options?: { readonly owner?: number; readonly published?: boolean; readonly actor?: Actor },
  ): Promise<number>;
  /** Gives a role by SQL on any node: collections, datasets and files. */
  assign(assignee: string, roleAlias: string, nodeId: number): Promise<void>;
  createDataset(collectionId: number, title?: string, actor?: Actor): Promise<number>;
  stage(content: string | Buffer, fileName: string): Promise<StagedFile>;
  addFile(
    datasetId: number,
    fileName: string,
    options?: { readonly content?: string; readonly restrict?: boolean; readonly actor?: Actor },
  ): Promise<number>;
  publish(datasetId: number, type?: PublishType): Promise<void>;
  /** Makes the newest released version a deaccessioned one. */
  deaccession(datasetId: number): Promise<void>;
  lock(datasetId: number, lockType: string): Promise<void>;
  stop(): Promise<void>;
}

export const guest = guestActor({ passesAdminGate: false });

/** A server with a published root, on a database of its own. */
export async function startDomainWorld(): Promise<DomainWorld> {
  const server = await startTestServer();
  const sql = postgres(server.databaseUrl, { max: 2, onnotice: () => undefined });
  const { application } = server;
  const [admin] = await sql<{ id: number; userName: string }[]>`select id, user_name as "userName" from user_account where superuser`;
  const [root] = await sql<{ id: number }[]>`select id from node where owner_id is null`;
  if (admin === undefined || root === undefined) throw new Error('The installation is not complete.');
  const superuser = accountActor({ ...admin, superuser: true }, { passesAdminGate: true });
  const as = (actor: Actor) => createRequestContext(application, { actor, requestId: 'test' });

  const stage = (content: string | Buffer, fileName: string) =>
    application.services.storage.stage(Readable.from([Buffer.from(content)]), {
      fileName,
      suppliedContentType: 'text/plain',
      checksumAlgorithm: 'MD5',
      maximumBytes: null,
    });

  return {
    server,
    db: application.db,
    sql,
    superuser,
    rootId: root.id,
    as,
    heard: (actor) => {
      const context = as(actor);
      const subscribers = { ...context.services.subscribers, areDelivered: () => true };
      return { ...context, services: { ...context.services, subscribers } };
    },
    createUser: async (userName, options = {}) => {
      const [row] = await sql<{ id: number }[]>`
        insert into user_account (user_name, first_name, last_name, email, superuser, authentication_provider_id, persistent_user_id)
        values (${userName}, 'Test', ${userName}, ${`${userName}@example.org`}, ${options.superuser ?? false}, 'builtin', ${userName}) returning id`;
      if (row === undefined) throw new Error('The account was not stored.');
      return accountActor({ id: row.id, userName, superuser: options.superuser ?? false }, { passesAdminGate: options.superuser ?? false });
    },
    createCollection: async (alias, options = {}) => {
      const id = await createCollection(as(options.actor ?? superuser), {
        owner: { id: options.owner ?? root.id },
        alias,
        name: alias,
        contacts: [{ contactEmail: 'c@example.org' }],
      });
      if (options.published ?? false) await publishCollection(as(superuser), { collection: { id } });
      return id;
    },
    assign: async (assignee, roleAlias, nodeId) => {
      await sql`insert into role_assignment (assignee, role_id, definition_point_id, effective_node_id)
        select ${assignee}, r.id, ${nodeId}, ${nodeId} from role r where r.alias = ${roleAlias} on conflict do nothing`;
    },
    createDataset: async (collectionId, title = 'Tides', actor = superuser) =>
      (await createDataset(as(actor), { collection: { id: collectionId }, datasetVersion: versionBody(title) })).id,
    stage,
    addFile: async (datasetId, fileName, options = {}) => {
      const file = await stage(options.content ?? randomBytes(16).toString('hex'), fileName);
      const added = await addFile(as(options.actor ?? superuser), { dataset: { id: datasetId }, file, restrict: options.restrict });
      return added.file.dataFile.id;
    },
    publish: async (datasetId, type = 'major') => {
      await publishDataset(as(superuser), { dataset: { id: datasetId }, type });
    },
    deaccession: async (datasetId) => {
      await deaccessionVersion(as(superuser), { dataset: { id: datasetId }, version: ':latest-published', deaccessionReason: 'Withdrawn' });
    },
    lock: async (datasetId, lockType) => {
      await sql`insert into dataset_lock (dataset_id, lock_type, user_account_id) values (${datasetId}, ${lockType}::lock_type, ${admin.id})`;
    },
    stop: async () => {
      await sql.end();
      await server.stop();
    },
  };
}
