/** An installation in which every field of search has a value. */
import {
  addFile,
  assignRole,
  type Caller,
  createUser,
  exampleDataset,
  publishDataset,
  type SeededCollection,
  type SeededDataset,
  succeeded,
  superuser,
} from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { retitled } from './cases/contract-world.ts';

export interface SearchWorld {
  readonly server: TestServer;
  readonly admin: Caller;
  /** A user who holds nothing. */
  readonly reader: Caller;
  /** A laboratory, published; and a collection in it. */
  readonly outer: SeededCollection;
  readonly inner: SeededCollection;
  /** In the inner one, published, with a draft of another title. */
  readonly dataset: SeededDataset;
  /** In the outer one, never published. */
  readonly draft: SeededDataset;
  /** Of `dataset`: a text, a table, and one that the draft has no more; of `draft`: a restricted one. */
  readonly files: { readonly text: number; readonly table: number; readonly deleted: number; readonly restricted: number };
  /** Ids of documents that a filter leaves, in the order of ids. */
  found(filter: string, caller?: Caller): Promise<string[]>;
}

const DOCUMENTS = `query ($query: String!, $filters: [String!]) {
  search(query: $query, filters: $filters, first: 100) {
    nodes { ... on CollectionHit { documentId } ... on DatasetHit { documentId } ... on FileHit { documentId } } } }`;

async function makeCollection(admin: Caller, owner: string, body: Readonly<Record<string, unknown>>): Promise<SeededCollection> {
  const sent = { collectionContacts: [{ contactEmail: 'contact@example.org' }], ...body };
  const made = succeeded(await admin.rest.post(`/api/collections/${owner}`, sent));
  const alias = made.text('data.alias');
  succeeded(await admin.rest.post(`/api/collections/${alias}/actions/:publish`));
  return { id: made.number('data.id'), alias };
}

export async function startSearchWorld(): Promise<SearchWorld> {
  const server = await startTestServer();
  const admin = superuser(server);
  const { sql } = server.application.connection;
  succeeded(await admin.rest.send('/api/admin/settings/:TabularIngestSizeLimit', { method: 'PUT', raw: '0' }));
  const outer = await makeCollection(admin, 'root', {
    alias: 'lines',
    name: 'Herons of the delta',
    affiliation: 'Heron Institute',
    description: 'About <b>marshes</b>',
    collectionType: 'LABORATORY',
  });
  const inner = await makeCollection(admin, 'lines', { alias: 'lines-inner', name: 'Inner' });
  const made = succeeded(await admin.rest.post('/api/collections/lines-inner/datasets', exampleDataset('social-science-survey')));
  const dataset = { id: made.number('data.id'), persistentId: made.text('data.persistentId') };
  const text = await addFile(admin, dataset, {
    name: 'nests_2.v1.txt',
    type: 'text/plain',
    bytes: 'nests among reeds\n',
    jsonData: { description: 'Nests among reeds', categories: ['Documentation'] },
  });
  const table = await addFile(admin, dataset, { name: 'birds.tab', type: 'text/tab-separated-values', bytes: 'q1_bodymass\n1\n' });
  const deleted = await addFile(admin, dataset, {
    name: 'old.bin',
    type: 'application/octet-stream',
    bytes: Buffer.from([0, 255, 1, 254]),
  });
  await sql`update data_file set embargo_date_available = '2099-01-01', persistent_id = 'doi:10.5072/FK2/TEXT/1' where id = ${text}`;
  await sql`update data_file set retention_date_unavailable = '2001-01-01', tabular_tags = '{Survey}', content_type = 'text/tab-separated-values' where id = ${table}`;
  await sql`insert into data_table (data_file_id, case_quantity, variable_quantity, unf) values (${table}, 1, 1, 'UNF:6:abc==')`;
  await sql`insert into data_variable (data_file_id, file_order, name, label, interval_type, format_type, unf)
    values (${table}, 0, 'q1_bodymass', 'Weight of the flycatcher', 'contin', 'numeric', 'UNF:6:abc==')`;
  await publishDataset(admin, dataset);
  succeeded(await admin.rest.put(`/api/datasets/${dataset.id}/versions/:draft`, await retitled(admin, dataset, 'Corrected heating')));
  succeeded(await admin.rest.delete(`/api/files/${deleted}`));
  succeeded(await admin.rest.send(`/api/datasets/${dataset.id}/versions/:draft/versionNote`, { method: 'PUT', raw: 'Typos mended' }));
  await sql`insert into curation_status (dataset_version_id, label)
    select id, 'Checked' from dataset_version where dataset_id = ${dataset.id} and state = 'DRAFT'`;
  const other = succeeded(await admin.rest.post('/api/collections/lines/datasets', exampleDataset('minimal')));
  const draft = { id: other.number('data.id'), persistentId: other.text('data.persistentId') };
  const restricted = await addFile(admin, draft, {
    name: 'secret.txt',
    type: 'text/plain',
    bytes: 'secret\n',
    jsonData: { restrict: true },
  });
  await sql`insert into dataset_type (name) values ('software') on conflict do nothing`;
  await sql`update dataset set dataset_type = 'software' where id = ${draft.id}`;
  return {
    server,
    admin,
    reader: await createUser(server, 'reader'),
    outer,
    inner,
    dataset,
    draft,
    files: { text, table, deleted, restricted },
    found: async (filter, caller = admin) => {
      const answer = await caller.graphql.send(DOCUMENTS, { query: '*', filters: [filter] });
      return answer
        .list('data.search.nodes')
        .map((node) => (node as { documentId: string }).documentId)
        .toSorted();
    },
  };
}

/** Has a user see what is in a collection. */
export async function letIn({ admin }: SearchWorld, collection: SeededCollection, assignee: string): Promise<number> {
  return assignRole(admin, collection, assignee, 'admin');
}
