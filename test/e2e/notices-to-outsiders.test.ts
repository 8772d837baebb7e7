import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addFile,
  assignRole,
  type Caller,
  createCollection,
  createDataset,
  createUser,
  exampleDataset,
  publishDataset,
  type SeededCollection,
  type SeededDataset,
  succeeded,
  superuser,
} from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** What a notice says is what its reader may see now, over both surfaces. */
let server: TestServer;
let admin: Caller;
let collection: SeededCollection;

beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  collection = await createCollection(admin);
  const raw = '{"Review": ["Two units are missing"]}';
  succeeded(await admin.rest.send('/api/admin/settings/:AllowedCurationLabels', { method: 'PUT', raw }));
});
afterAll(() => server.stop());

const NOTICES = `{ viewer { notifications(first: 50) { nodes { subjectText messageText currentCurationStatus
  subject { displayName datasetDisplayName fileLabel ownerAlias ownerDisplayName } } } } }`;

/** All notifications of a user, in each of their forms, as one text. */
async function everythingTold(reader: Caller): Promise<string> {
  const answers = await Promise.all([
    reader.rest.get('/api/notifications/all').then((answer) => succeeded(answer).body),
    reader.rest.get('/api/notifications/all?inAppNotificationFormat=true').then((answer) => succeeded(answer).body),
    reader.graphql.expectData(NOTICES).then((answer) => JSON.stringify(answer.at('data'))),
  ]);
  return answers.join('\n');
}

async function retitle(dataset: SeededDataset, title: string): Promise<void> {
  const fields = [{ typeName: 'title', value: title }];
  succeeded(await admin.rest.put(`/api/datasets/${dataset.id}/editMetadata?replace=true`, { fields }));
}

describe('a user who requested access to a file of a published version', () => {
  test('is told the title and label of that version, not those of the draft', async () => {
    const dataset = await createDataset(admin, collection);
    const file = await addFile(admin, dataset, { name: 'interviews.txt' });
    succeeded(await admin.rest.send(`/api/files/${file}/restrict`, { method: 'PUT', raw: 'true' }));
    await publishDataset(admin, dataset);
    const reader = await createUser(server, 'reader');
    succeeded(await reader.rest.put(`/api/access/datafile/${file}/requestAccess`));

    await retitle(dataset, 'A secret title');
    const raw = new FormData();
    raw.set('jsonData', '{"label": "secret-label.txt"}');
    succeeded(await admin.rest.send(`/api/files/${file}/metadata`, { method: 'POST', raw }));
    const told = await everythingTold(reader);
    expect(told).toContain('interviews.txt');
    expect(told).toContain('Door counter readings');
    expect(told).not.toContain('secret');

    await assignRole(admin, collection, reader.identifier, 'curator');
    expect(await everythingTold(reader)).toContain('secret-label.txt');
  });
});

describe('a user whose role was removed', () => {
  test('is told neither title nor curation status nor reason of a draft any more', async () => {
    const dataset = await createDataset(admin, collection);
    succeeded(await admin.rest.put(`/api/datasets/${dataset.id}/curationLabelSet?name=Review`));
    const curator = await createUser(server, 'curator');
    const assignment = await assignRole(admin, collection, curator.identifier, 'curator');
    succeeded(await admin.rest.post(`/api/datasets/${dataset.id}/submitForReview`));
    succeeded(await admin.rest.put(`/api/datasets/${dataset.id}/curationStatus?label=Two%20units%20are%20missing`));
    succeeded(await admin.rest.post(`/api/datasets/${dataset.id}/returnToAuthor`, { reasonForReturn: 'No units in column three' }));
    const title = 'Door counter readings';
    const before = await everythingTold(curator);
    expect(before).toContain(title);
    expect(before).toContain('Two units are missing');

    succeeded(await admin.rest.delete(`/api/collections/${collection.alias}/assignments/${assignment}`));
    const after = await everythingTold(curator);
    expect(after).toContain(dataset.persistentId);
    for (const hidden of [title, 'Two units are missing', 'No units in column three']) expect(after).not.toContain(hidden);
  });

  test('is not told the name of a collection that is not published', async () => {
    const member = await createUser(server, 'member');
    await assignRole(admin, collection, member.identifier, 'fullContributor');
    const hidden = await createCollection(member, { owner: collection.alias, name: 'Unannounced survey', published: false });
    expect(await everythingTold(member)).toContain('Unannounced survey');
    for (const { alias } of [collection, hidden]) {
      const path = `/api/collections/${alias}/assignments`;
      const assignments = succeeded(await admin.rest.get(path));
      for (let i = 0; i < assignments.list('data').length; i += 1) {
        if (assignments.text(`data.${i}.assignee`) !== member.identifier) continue;
        succeeded(await admin.rest.delete(`${path}/${assignments.number(`data.${i}.id`)}`));
      }
    }
    const after = await everythingTold(member);
    expect(after).toContain(hidden.alias);
    expect(after).not.toContain('Unannounced survey');
  });
});

test('the example has the title that these tests look for', () => {
  expect(JSON.stringify(exampleDataset('minimal'))).toContain('Door counter readings');
});
