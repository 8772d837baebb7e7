import { afterAll, beforeAll, test } from 'vitest';
import { createCollection, superuser, type Caller } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
let server: TestServer; let admin: Caller;
beforeAll(async () => { server = await startTestServer(); admin = superuser(server); });
afterAll(() => server.stop());
const show = async (alias: string, more = '') => {
  const a = await admin.rest.get(`/api/collections/${alias}/metadatablocks?onlyDisplayedOnCreate=true&returnDatasetFieldTypes=true${more}`);
  return JSON.parse(a.body).data.map((b: any) => `${b.name}: ${Object.keys(b.fields ?? {}).length} ${b.name === 'citation' ? '' : Object.keys(b.fields)}`);
};
test('x', async () => {
  for (const level of [{ datasetFieldTypeName: 'country', required: true, include: true }, { datasetFieldTypeName: 'country', required: false, include: true, displayOnCreate: true }, { datasetFieldTypeName: 'geographicUnit', required: true, include: true }]) {
    const c = await createCollection(admin);
    const r = await admin.rest.put(`/api/collections/${c.alias}/inputLevels`, [level]);
    console.log(r.status, await show(c.alias));
    const below = await createCollection(admin, { owner: c.alias });
    console.log('below', await show(below.alias));
    const d = await createCollection(admin);
    console.log((await admin.rest.put(`/api/collections/${d.alias}`, { metadataBlocks: { inputLevels: [level] } })).status, 'update', await show(d.alias));
    console.log((await admin.rest.put(`/api/collections/${d.alias}`, { metadataBlocks: { metadataBlockNames: ['citation'], inputLevels: [level] } })).status, 'update', await show(d.alias));
    const e = await admin.rest.post(`/api/collections/:root`, { name: 'e', alias: 'e' + c.id, collectionContacts: [{ contactEmail: 'a@b.org' }], metadataBlocks: { metadataBlockNames: ['citation'], inputLevels: [level] } });
    console.log(e.status, 'create', e.status === 201 ? await show('e' + c.id) : e.body);
  }
  console.log((await admin.rest.post('/api/datasets/datasetTypes', { name: 'survey', linkedMetadataBlocks: ['astrophysics'] })).body);
  console.log(await show(':root', '&datasetType=survey'));
});
