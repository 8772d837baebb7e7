/** Deposits by SWORD 2.0, as clients of Dataverse make them. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { elementsAt, parseXml, textOf, type XmlElement } from '../../src/formats/xml/xml-tree.ts';
import { SIMPLE_ZIP } from '../../src/formats/sword/namespaces.ts';
import { type RestAnswer, restClient } from '../support/rest-client.ts';
import { assignRole, type Caller, createCollection, createUser, type SeededCollection, succeeded, superuser } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { zipOf as zipWith } from '../support/zip-archive.ts';

const ROOT = '/dvn/api/data-deposit/v1.1/swordv2';

let server: TestServer;
let admin: Caller;
let dora: Caller;
let stranger: Caller;
let lab: SeededCollection;
beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  [dora, stranger] = [await createUser(server, 'dora'), await createUser(server, 'stranger')];
  lab = await createCollection(admin, { name: 'Birds & shores' });
  await assignRole(admin, lab, dora.identifier, 'curator');
});
afterAll(() => server.stop());

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly raw?: string | Buffer;
}

/** Sends as the owner of a token, which is the user name. */
function send(caller: Caller | undefined, path: string, { headers = {}, ...request }: Sent = {}): Promise<RestAnswer> {
  const token = caller?.rest.token;
  const credentials: Record<string, string> =
    token === undefined ? {} : { Authorization: `Basic ${Buffer.from(`${token}:`).toString('base64')}` };
  return restClient(server.url).send(path.startsWith('/') ? path : `${ROOT}/${path}`, {
    ...request,
    headers: { ...credentials, ...headers },
  });
}

const AS_ENTRY = { 'Content-Type': 'application/atom+xml' };
const TO_PUBLISH = { method: 'POST', headers: { 'In-Progress': 'false' } } as const;

function entry(terms: string): string {
  return `<?xml version="1.0"?><entry xmlns="http://www.w3.org/2005/Atom" xmlns:dcterms="http://purl.org/dc/terms/">${terms}</entry>`;
}

const MINIMAL =
  '<dcterms:title>Gulls</dcterms:title><dcterms:creator>Lind, Ada</dcterms:creator><dcterms:description>Counts.</dcterms:description>';
const ROASTING = `
  <dcterms:title>Roasting &amp; brewing</dcterms:title>
  <dcterms:creator>Peets, John</dcterms:creator>
  <dcterms:creator affiliation="Coffee Bean State University">Stumptown, Jane</dcterms:creator>
  <dcterms:publisher>Coffee Bean State University</dcterms:publisher>
  <dcterms:isReferencedBy holdingsURI="https://doi.org/10.1038/dvn333" agency="DOI" IDNo="10.1038/dvn333">Peets, J. (2013). Roasting at home.</dcterms:isReferencedBy>
  <dcterms:date>2013-07-11</dcterms:date>
  <dcterms:identifier>hdl:1XXZY.1/XYXZ</dcterms:identifier>
  <dcterms:description>Considerations before you start.</dcterms:description>
  <dcterms:subject>Chemistry</dcterms:subject>
  <dcterms:subject>coffee</dcterms:subject>
  <dcterms:coverage>United States</dcterms:coverage>
  <dcterms:type>aggregate data</dcterms:type>
  <dcterms:source>Stumptown, Jane. 2011. Home Roasting.</dcterms:source>
  <dcterms:rights>Not for resale.</dcterms:rights>
  <dcterms:relation>Peets, John. 2010. Roasting Coffee.</dcterms:relation>
  <dcterms:contributor type="Funder">CaffeineForAll</dcterms:contributor>
  <dcterms:audience>Bakers</dcterms:audience>`;

function xmlOf({ status, body }: RestAnswer): Promise<XmlElement> {
  expect(status, body).toBeLessThan(300);
  return parseXml(body, { root: undefined, skipped: new Set() });
}

/** Texts of elements. */
function texts(root: XmlElement, path: string): string[] {
  return elementsAt(root, path).map(textOf);
}

/** Addresses by the relation of their links. */
function links(root: XmlElement): Record<string, string> {
  return Object.fromEntries(
    elementsAt(root, 'link').map(({ attributes }) => [attributes.get('rel')?.split('/').at(-1) ?? '', attributes.get('href') ?? '']),
  );
}

const pathOf = (address: string | undefined): string => new URL(address ?? '').pathname;

/** Creates a dataset; its persistent identifier. */
async function deposit(terms = MINIMAL, caller = dora): Promise<string> {
  const created = await send(caller, `collection/dataverse/${lab.alias}`, { method: 'POST', headers: AS_ENTRY, raw: entry(terms) });
  expect(created.status, created.body).toBe(201);
  return pathOf(created.headers.get('location') ?? undefined).slice(`${ROOT}/edit/study/`.length);
}

async function native(pid: string): Promise<Record<string, unknown>> {
  const read = succeeded(await dora.rest.get(`/api/datasets/:persistentId?persistentId=${pid}`));
  return read.record('data.latestVersion');
}

/** Values of the fields of the newest version by name, compounds as texts by child. */
function valuesOf(version: Record<string, unknown>): Record<string, unknown> {
  const blocks = Object.values(version['metadataBlocks'] as Record<string, { fields: { typeName: string; value: unknown }[] }>);
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value as Record<string, { value: unknown }>).map(([name, child]) => [name, child.value]));
  };
  return Object.fromEntries(blocks.flatMap(({ fields }) => fields.map(({ typeName, value }) => [typeName, plain(value)])));
}

async function stateOf(pid: string): Promise<Record<string, string>> {
  const feed = await xmlOf(await send(dora, `statement/study/${pid}`));
  return Object.fromEntries(elementsAt(feed, 'category').map((state) => [state.attributes.get('term') ?? '', textOf(state)]));
}

const asZip = (raw: Buffer, headers: Readonly<Record<string, string>> = {}): Sent => ({
  method: 'POST',
  raw,
  headers: { 'Content-Type': 'application/zip', Packaging: SIMPLE_ZIP, 'Content-Disposition': 'filename=notes.zip', ...headers },
});
const zipOf = (files: Readonly<Record<string, string>>): Buffer =>
  zipWith(Object.entries(files).map(([path, content]) => ({ path, content })));

test('the service document names the collections that the depositor may fill', async () => {
  const answer = await send(dora, 'service-document');
  expect(answer.headers.get('content-type')).toBe('application/atomsvc+xml;charset=UTF-8');
  const service = await xmlOf(answer);
  expect(texts(service, 'version')).toEqual(['2.0']);
  expect(texts(service, 'workspace/collection/title')).toEqual(['Birds & shores']);
  const [collection] = elementsAt(service, 'workspace/collection');
  expect(collection?.attributes.get('href')).toBe(`${server.url}${ROOT}/collection/dataverse/${lab.alias}`);
  expect(texts(service, 'workspace/collection/acceptPackaging')).toEqual([SIMPLE_ZIP]);
  expect(texts(await xmlOf(await send(admin, 'service-document')), 'workspace/collection').length).toBeGreaterThan(1);
  expect(elementsAt(await xmlOf(await send(stranger, 'service-document')), 'workspace/collection')).toEqual([]);
});

test('a service document goes on behind a part of the collections', async () => {
  const made: string[] = [];
  for (let number = 0; number < 101; number += 1) made.push((await createCollection(admin, { published: false })).alias);
  const service = await xmlOf(await send(admin, 'service-document'));
  const named = elementsAt(service, 'workspace/collection').map(({ attributes }) => pathOf(attributes.get('href')).split('/').at(-1));
  expect(named).toEqual(expect.arrayContaining(made));
  expect(new Set(named).size).toBe(named.length);
});

test('addresses of the first version work, and say that they are old', async () => {
  const service = await xmlOf(await send(dora, '/dvn/api/data-deposit/v1/swordv2/service-document'));
  const [workspace] = elementsAt(service, 'workspace');
  expect(workspace?.attributes.get('warning')).toContain('v1.1');
  const [collection] = elementsAt(service, 'workspace/collection');
  expect(pathOf(collection?.attributes.get('href'))).toBe(`${ROOT}/collection/dataverse/${lab.alias}`);
});

test('an entry becomes a dataset with everything that it says', async () => {
  const created = await send(dora, `collection/dataverse/${lab.alias}`, { method: 'POST', headers: AS_ENTRY, raw: entry(ROASTING) });
  expect(created.status, created.body).toBe(201);
  expect(created.headers.get('content-type')).toContain('application/atom+xml;type=entry');
  const receipt = await xmlOf(created);
  const { edit, 'edit-media': media, add, statement, alternate } = links(receipt);
  expect(created.headers.get('location')).toBe(edit);
  expect(add).toBe(edit);
  const pid = pathOf(edit).slice(`${ROOT}/edit/study/`.length);
  expect([media, statement]).toEqual([`${server.url}${ROOT}/edit-media/study/${pid}`, `${server.url}${ROOT}/statement/study/${pid}`]);
  expect(alternate).toContain(pid.slice('doi:'.length));
  expect(texts(receipt, 'bibliographicCitation')[0]).toContain('Roasting & brewing');
  expect(texts(receipt, 'verboseDescription')).toEqual(['Not kept: dcterms:audience.']);

  const version = await native(pid);
  expect(version).toMatchObject({ versionState: 'DRAFT', termsOfUse: 'Not for resale.' });
  expect(valuesOf(version)).toEqual({
    title: 'Roasting & brewing',
    author: [{ authorName: 'Peets, John' }, { authorName: 'Stumptown, Jane', authorAffiliation: 'Coffee Bean State University' }],
    datasetContact: [{ datasetContactName: expect.any(String), datasetContactEmail: expect.stringContaining('@') }],
    dsDescription: [{ dsDescriptionValue: 'Considerations before you start.' }],
    subject: ['Chemistry'],
    keyword: [{ keywordValue: 'coffee' }],
    publication: [
      {
        publicationCitation: 'Peets, J. (2013). Roasting at home.',
        publicationIDType: 'doi',
        publicationIDNumber: '10.1038/dvn333',
        publicationURL: 'https://doi.org/10.1038/dvn333',
      },
    ],
    producer: [{ producerName: 'Coffee Bean State University' }],
    productionDate: '2013-07-11',
    otherId: [{ otherIdValue: 'hdl:1XXZY.1/XYXZ' }],
    contributor: [{ contributorType: 'Funder', contributorName: 'CaffeineForAll' }],
    geographicCoverage: [{ otherGeographicCoverage: 'United States' }],
    kindOfData: ['aggregate data'],
    dataSources: ['Stumptown, Jane. 2011. Home Roasting.'],
    relatedMaterial: ['Peets, John. 2010. Roasting Coffee.'],
    depositor: expect.any(String),
    dateOfDeposit: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
  });
});

test('what an entry leaves open is filled in', async () => {
  const version = await native(await deposit(`${MINIMAL}<dcterms:contributor type="Contact">desk@example.org</dcterms:contributor>`));
  expect(version['license']).toMatchObject({ name: 'CC0 1.0' });
  expect(valuesOf(version)).toMatchObject({ subject: ['Other'], datasetContact: [{ datasetContactEmail: 'desk@example.org' }] });
});

describe('an entry is refused', () => {
  const refusals: readonly (readonly [what: string, terms: string, status: number, says: string])[] = [
    ['without a title', '<dcterms:creator>A</dcterms:creator><dcterms:description>B</dcterms:description>', 400, 'Title is required'],
    ['with two titles', `${MINIMAL}<dcterms:title>Again</dcterms:title>`, 400, '/dcterms:title must be given once'],
    [
      'with a licence beside terms',
      `${MINIMAL}<dcterms:license>CC0 1.0</dcterms:license><dcterms:rights>No.</dcterms:rights>`,
      400,
      '/dcterms:rights must be absent',
    ],
    ['with an unknown licence', `${MINIMAL}<dcterms:license>NONE</dcterms:license>`, 400, 'NONE'],
    ['with an unknown kind of contributor', `${MINIMAL}<dcterms:contributor type="Barista">A</dcterms:contributor>`, 400, 'Barista'],
    ['with a date that is none', `${MINIMAL}<dcterms:date>yesterday</dcterms:date>`, 400, 'yesterday'],
    ['with entities', '<dcterms:title>&x;</dcterms:title>', 400, 'MALFORMED_XML'],
  ];
  test.each(refusals)('%s', async (_what, terms, status, says) => {
    const refused = await send(dora, `collection/dataverse/${lab.alias}`, { method: 'POST', headers: AS_ENTRY, raw: entry(terms) });
    expect([refused.status, refused.headers.get('content-type')]).toEqual([status, 'text/xml;charset=UTF-8']);
    const error = await parseXml(refused.body, { root: 'error', skipped: new Set() });
    expect(error.attributes.get('href')).toBe('http://purl.org/net/sword/error/ErrorBadRequest');
    expect(textOf(error)).toContain(says);
  });

  test('in the place of which there are bytes', async () => {
    const zip = asZip(zipOf({ 'a.txt': 'A' }));
    const refused = await send(dora, `collection/dataverse/${lab.alias}`, zip);
    expect(refused.status).toBe(415);
    expect(refused.body).toContain('error/ErrorContent');
  });
  test('with another root, or a document type', async () => {
    const at = (raw: string) => send(dora, `collection/dataverse/${lab.alias}`, { method: 'POST', headers: AS_ENTRY, raw });
    expect((await at('<feed xmlns="http://www.w3.org/2005/Atom"/>')).status).toBe(400);
    expect((await at('<entry/>')).status).toBe(400);
    expect((await at(`<!DOCTYPE entry [<!ENTITY a "b">]>${entry(MINIMAL).slice(21)}`)).status).toBe(400);
  });
});

test('a dataset is found in its collection by those who may change it', async () => {
  const pid = await deposit();
  const feed = await xmlOf(await send(dora, `collection/dataverse/${lab.alias}`));
  expect(texts(feed, 'dataverseHasBeenReleased')).toEqual(['true']);
  expect(texts(feed, 'entry/id')).toContain(`${server.url}${ROOT}/edit/study/${pid}`);
  expect(elementsAt(await xmlOf(await send(stranger, `collection/dataverse/${lab.alias}`)), 'entry')).toEqual([]);
  const hidden = await createCollection(admin, { published: false });
  expect((await send(stranger, `collection/dataverse/${hidden.alias}`)).status).toBe(403);
  expect(
    (await send(stranger, `collection/dataverse/${lab.alias}`, { method: 'POST', headers: AS_ENTRY, raw: entry(MINIMAL) })).status,
  ).toBe(403);
  expect((await send(dora, 'collection/dataverse/nothing')).status).toBe(404);
});

test('a description is replaced whole, and keeps who deposited when', async () => {
  const pid = await deposit(ROASTING);
  const before = valuesOf(await native(pid));
  const raw = entry(`${MINIMAL}<dcterms:subject>gulls</dcterms:subject>`);
  const replaced = await send(admin, `edit/study/${pid}`, { method: 'PUT', headers: AS_ENTRY, raw });
  expect(links(await xmlOf(replaced))['edit']).toBe(`${server.url}${ROOT}/edit/study/${pid}`);
  const version = await native(pid);
  expect(version['license']).toMatchObject({ name: 'CC0 1.0' });
  expect(valuesOf(version)).toEqual({
    title: 'Gulls',
    author: [{ authorName: 'Lind, Ada' }],
    datasetContact: [{ datasetContactName: expect.any(String), datasetContactEmail: expect.any(String) }],
    dsDescription: [{ dsDescriptionValue: 'Counts.' }],
    subject: ['Other'],
    keyword: [{ keywordValue: 'gulls' }],
    depositor: before['depositor'],
    dateOfDeposit: before['dateOfDeposit'],
  });
  expect((await send(stranger, `edit/study/${pid}`, { method: 'PUT', headers: AS_ENTRY, raw })).status).toBe(403);
});

test('files come in as a zip, are listed by the statement, and go one by one', async () => {
  const pid = await deposit();
  const archive = zipOf({ 'field notes.txt': 'Seen at dawn.', 'data/counts.txt': '12' });
  const md5 = createHash('md5').update(archive).digest('hex');
  const added = await send(dora, `edit-media/study/${pid}`, asZip(archive, { 'Content-MD5': md5 }));
  expect(added.status, added.body).toBe(201);
  expect(texts(await xmlOf(added), 'treatment')).toEqual(['2 files were added.']);

  const feed = await xmlOf(await send(dora, `statement/study/${pid}`));
  expect(texts(feed, 'title')).toEqual(['Gulls']);
  expect(texts(feed, 'author/name')).toEqual(['Lind, Ada']);
  expect(new Set(texts(feed, 'entry/title'))).toEqual(new Set(['field notes.txt', 'counts.txt']));
  const sources = elementsAt(feed, 'entry/content').map(({ attributes }) => attributes.get('src') ?? '');
  expect(sources.map((source) => source.split('/').at(-1))).toContain('field_notes.txt');
  expect(await stateOf(pid)).toEqual({ latestVersionState: 'DRAFT', isMinorUpdate: 'false', locked: 'false' });

  const listed = succeeded(await dora.rest.get(`/api/datasets/:persistentId/versions/:draft/files?persistentId=${pid}`)).list('data');
  expect(listed).toEqual(expect.arrayContaining([expect.objectContaining({ label: 'counts.txt', directoryLabel: 'data' })]));
  expect((await send(stranger, pathOf(sources[0]), { method: 'DELETE' })).status).toBe(403);
  expect((await send(dora, pathOf(sources[0]), { method: 'DELETE' })).status).toBe(204);
  expect(elementsAt(await xmlOf(await send(dora, `statement/study/${pid}`)), 'entry')).toHaveLength(1);
  expect((await send(dora, 'edit-media/file/0', { method: 'DELETE' })).status).toBe(404);
});

test('an archive is refused whole, and nothing of it stays', async () => {
  const pid = await deposit();
  const archive = zipOf({ 'a.txt': 'A' });
  const at = (sent: Sent) => send(dora, `edit-media/study/${pid}`, sent);
  const told = async (sent: Sent) => {
    const { status, body } = await at(sent);
    return [status, /error\/(\w+)/.exec(body)?.[1]];
  };
  expect(await told(asZip(archive, { 'Content-MD5': '0'.repeat(32) }))).toEqual([412, 'ErrorChecksumMismatch']);
  expect(await told(asZip(archive, { 'Content-MD5': 'nonsense' }))).toEqual([400, 'ErrorBadRequest']);
  expect(await told(asZip(archive, { Packaging: 'http://purl.org/net/sword/package/Binary' }))).toEqual([415, 'ErrorContent']);
  expect(await told(asZip(archive, { 'Content-Disposition': 'attachment' }))).toEqual([400, 'ErrorBadRequest']);
  expect(await told(asZip(Buffer.from('no archive')))).toEqual([400, 'ErrorBadRequest']);
  expect(await told(asZip(archive, { 'On-Behalf-Of': 'ada' }))).toEqual([412, 'MediationNotAllowed']);
  expect((await send(stranger, `edit-media/study/${pid}`, asZip(archive))).status).toBe(403);
  const outcome = await at({ method: 'PUT', raw: archive });
  expect([outcome.status, outcome.headers.get('allow')]).toEqual([405, 'POST']);
  expect(elementsAt(await xmlOf(await send(dora, `statement/study/${pid}`)), 'entry')).toEqual([]);
  // One that holds what the dataset has already is refused as by REST.
  expect((await at(asZip(archive))).status).toBe(201);
  expect((await at(asZip(archive))).body).toContain('DUPLICATE_FILE');
});

test('a dataset is published with the smallest number that is possible, and its drafts are deleted', async () => {
  const shore = await createCollection(admin, { published: false });
  await assignRole(admin, shore, dora.identifier, 'admin');
  const create = { method: 'POST', headers: AS_ENTRY, raw: entry(MINIMAL) } as const;
  const created = await send(dora, `collection/dataverse/${shore.alias}`, create);
  const edit = pathOf(created.headers.get('location') ?? undefined);
  const pid = edit.slice(`${ROOT}/edit/study/`.length);
  const number = async () => {
    const { versionNumber, versionMinorNumber } = await native(pid);
    return `${String(versionNumber)}.${String(versionMinorNumber)}`;
  };

  expect((await send(dora, edit, { method: 'POST' })).status).toBe(400);
  expect((await send(dora, edit, { method: 'POST', headers: { 'In-Progress': 'true' } })).status).toBe(400);
  // The collection has to be published first.
  expect((await send(dora, edit, TO_PUBLISH)).body).toContain('COLLECTION_NOT_PUBLISHED');
  const published = await send(dora, `edit/dataverse/${shore.alias}`, TO_PUBLISH);
  expect(published.status, published.body).toBe(200);
  expect(texts(await xmlOf(await send(dora, `collection/dataverse/${shore.alias}`)), 'dataverseHasBeenReleased')).toEqual(['true']);

  const first = await send(dora, edit, TO_PUBLISH);
  expect([first.status, await number()]).toEqual([200, '1.0']);
  expect(await stateOf(pid)).toMatchObject({ latestVersionState: 'RELEASED', isMinorUpdate: 'true' });
  expect((await send(dora, edit, TO_PUBLISH)).status).toBeGreaterThanOrEqual(400);

  const raw = entry(MINIMAL.replace('Gulls', 'Gulls and terns'));
  expect((await send(dora, edit, { method: 'PUT', headers: AS_ENTRY, raw })).status).toBe(200);
  expect(await stateOf(pid)).toMatchObject({ latestVersionState: 'DRAFT', isMinorUpdate: 'true' });
  expect([(await send(dora, edit, TO_PUBLISH)).status, await number()]).toEqual([200, '1.1']);

  expect((await send(dora, `edit-media/study/${pid}`, asZip(zipOf({ 'a.txt': 'A' })))).status).toBe(201);
  expect(await stateOf(pid)).toMatchObject({ isMinorUpdate: 'false' });
  expect([(await send(dora, edit, TO_PUBLISH)).status, await number()]).toEqual([200, '2.0']);

  const withdrawn = await send(dora, edit, { method: 'DELETE' });
  expect([withdrawn.status, /error\/(\w+)/.exec(withdrawn.body)?.[1]]).toEqual([405, 'MethodNotAllowed']);
  expect((await send(dora, edit, { method: 'PUT', headers: AS_ENTRY, raw: entry(MINIMAL) })).status).toBe(200);
  expect((await send(dora, edit, { method: 'DELETE' })).status).toBe(204);
  expect(await number()).toBe('2.0');

  const never = await deposit();
  expect((await send(stranger, `edit/study/${never}`, { method: 'DELETE' })).status).toBe(403);
  expect((await send(dora, `edit/study/${never}`, { method: 'DELETE' })).status).toBe(204);
  expect((await send(dora, `edit/study/${never}`)).status).toBe(404);
});

test('a lock is told', async () => {
  const pid = await deposit();
  succeeded(await admin.rest.post(`/api/datasets/:persistentId/lock/Workflow?persistentId=${pid}`));
  expect(await stateOf(pid)).toMatchObject({
    locked: 'true',
    lockedDetail: expect.any(String),
    lockedStartTime: expect.stringMatching(/^\d{4}-/),
  });
  const refused = await send(dora, `edit/study/${pid}`, { method: 'PUT', headers: AS_ENTRY, raw: entry(MINIMAL) });
  expect(refused.body).toContain('DATASET_LOCKED');
});

test('callers are known by their tokens, and asked for them', async () => {
  const guest = await send(undefined, 'service-document');
  expect([guest.status, guest.headers.get('www-authenticate')]).toEqual([401, 'Basic realm="SWORD", charset="UTF-8"']);
  const bad = await send(undefined, 'service-document', {
    headers: { Authorization: `Basic ${Buffer.from('nonsense:').toString('base64')}` },
  });
  expect([bad.status, bad.body.includes('INVALID_API_TOKEN')]).toEqual([401, true]);
  expect((await send(undefined, 'service-document', { headers: { Authorization: 'Basic ' } })).status).toBe(401);
  expect((await send(dora, 'service-document', { method: 'HEAD' })).status).toBe(200);
});

test('unknown addresses and methods are refused as such', async () => {
  expect((await send(dora, 'nothing')).status).toBe(404);
  expect((await send(dora, 'edit/file/1')).status).toBe(404);
  expect((await send(dora, '/dvn/api/data-deposit/v9/swordv2/service-document')).status).toBe(404);
  expect((await send(dora, 'edit/study/')).status).toBe(404);
  expect((await send(dora, 'edit/study/%E0%A4%A')).status).toBe(400);
  const wrong = await send(dora, 'service-document', { method: 'POST' });
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});

test('it is not there where no dialect is spoken', async () => {
  const other = await startTestServer({ DIALECTS: 'none' });
  try {
    expect((await restClient(other.url).get(`${ROOT}/service-document`)).status).toBe(404);
  } finally {
    await other.stop();
  }
});
