import {
  addFile,
  assignRole,
  type Caller,
  createCollection,
  createDataset,
  createUser,
  guest,
  publishDataset,
  type SeededCollection,
  type SeededDataset,
  superuser,
  succeeded,
} from '../../support/seed.ts';
import type { TestServer } from '../../support/server.ts';

/** What a server for the cases is started with: tables are ingested, and nothing is mailed until a case names a sender. */
export const CONTRACT_ENVIRONMENT = { INGEST_MINUTES: '5', SMTP_URL: 'smtp://127.0.0.1:9' };

/** Who sends the request of a case. */
export type ActorName = 'guest' | 'stranger' | 'untraced' | 'member' | 'contributor' | 'curator' | 'owner' | 'superuser';

/** What the cases work on. Cases that change something make an object of their own with `fresh`. */
export interface ContractWorld {
  readonly server: TestServer;
  readonly callers: Readonly<Record<ActorName, Caller>>;
  /** Published; `owner` is its admin, `curator`, `contributor` and `member` hold these roles. */
  readonly open: SeededCollection;
  /** Not published; the same roles. */
  readonly closed: SeededCollection;
  /** In `open`, published as 1.0, with a draft of other metadata and a file each. */
  readonly published: SeededDataset;
  readonly publishedFile: number;
  readonly draftFile: number;
  /** In `open`, never published. */
  readonly draft: SeededDataset;
  readonly fresh: {
    /** A published collection of the owner. */
    collection(published?: boolean): Promise<SeededCollection>;
    /** An unpublished dataset in `open`. */
    draft(): Promise<SeededDataset>;
    /** A dataset in `open`, published as 1.0, without a draft. */
    published(): Promise<SeededDataset>;
    /** A published dataset with a draft that has the same files. */
    edited(): Promise<SeededDataset>;
  };
  /** Puts a lock on a dataset, which no built row can do yet. */
  lock(dataset: SeededDataset, type: string): Promise<void>;
}

/** Metadata of a draft with another title. */
export async function retitled(caller: Caller, dataset: SeededDataset, title: string): Promise<{ metadataBlocks: unknown }> {
  const read = await caller.rest.get(`/api/datasets/${dataset.id}/versions/:latest`);
  Object.assign(read.record('data.metadataBlocks.citation.fields.0'), { value: title });
  return { metadataBlocks: read.record('data.metadataBlocks') };
}

async function give(caller: Caller, collection: SeededCollection, roles: Readonly<Record<string, Caller>>): Promise<void> {
  for (const [role, to] of Object.entries(roles)) await assignRole(caller, collection, to.identifier, role);
}

/** Fills a server. */
export async function createContractWorld(server: TestServer): Promise<ContractWorld> {
  const admin = superuser(server);
  // Tables that a case uploads stay as they are, unless it is about their ingest: no jobs run here.
  succeeded(await admin.rest.send('/api/admin/settings/:TabularIngestSizeLimit', { method: 'PUT', raw: '0' }));
  const owner = await createUser(server, 'owner');
  const curator = await createUser(server, 'curator');
  const contributor = await createUser(server, 'contributor');
  const member = await createUser(server, 'member');
  const callers = {
    guest: guest(server),
    stranger: await createUser(server, 'stranger'),
    // Makes and holds nothing, in any case.
    untraced: await createUser(server, 'untraced'),
    member,
    contributor,
    curator,
    owner,
    superuser: admin,
  };
  const root = { id: 1, alias: 'root' };
  await assignRole(admin, root, owner.identifier, 'fullContributor');

  const open = await createCollection(owner, { name: 'Open' });
  const closed = await createCollection(owner, { name: 'Closed', published: false });
  for (const collection of [open, closed]) await give(owner, collection, { curator, contributor, member });

  const publishedOnce = async (): Promise<SeededDataset> => {
    const dataset = await createDataset(owner, open);
    await publishDataset(owner, dataset);
    return dataset;
  };
  const published = await createDataset(owner, open);
  const publishedFile = await addFile(owner, published, { name: 'first.txt', bytes: 'first bytes\n', type: 'text/plain' });
  await publishDataset(owner, published);
  const draftFile = await addFile(owner, published, { name: 'second.txt', bytes: 'second bytes\n', type: 'text/plain' });

  return {
    server,
    callers,
    open,
    closed,
    published,
    publishedFile,
    draftFile,
    draft: await createDataset(owner, open),
    fresh: {
      collection: (isPublished = true) => createCollection(owner, { owner: open.alias, published: isPublished }),
      draft: () => createDataset(owner, open),
      published: publishedOnce,
      edited: async () => {
        const dataset = await publishedOnce();
        const edit = await owner.rest.put(`/api/datasets/${dataset.id}/versions/:draft`, await retitled(owner, dataset, 'Edited'));
        if (edit.status !== 200) throw new Error(edit.body);
        return dataset;
      },
    },
    lock: async (dataset, type) => {
      const { sql } = server.application.connection;
      await sql`
        insert into dataset_lock (dataset_id, lock_type, user_account_id)
        select ${dataset.id}, ${type}::lock_type, id from user_account where superuser order by id limit 1`;
    },
  };
}
