import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { askOai, elements, type HarvestedHead, headsOf, type OaiAnswer, type OaiAsked, texts } from '../../support/oai-client.ts';
import {
  type Caller,
  createCollection,
  createDataset,
  guest,
  publishDataset,
  type SeededCollection,
  type SeededDataset,
  succeeded,
  superuser,
} from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { hasSchemas, schemaFaults } from '../../support/xml-schemas.ts';

let server: TestServer;
let admin: Caller;
let collection: SeededCollection;
let kept: SeededDataset;

async function set(name: string, value: string): Promise<void> {
  succeeded(await admin.rest.send(`/api/admin/settings/${name}`, { method: 'PUT', raw: value }));
}

async function published(): Promise<SeededDataset> {
  const dataset = await createDataset(admin, collection);
  await publishDataset(admin, dataset);
  return dataset;
}

beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  await set(':OAIServerEnabled', 'true');
  collection = await createCollection(admin);
  kept = await published();
});
afterAll(async () => server.stop());

const ask = (asked: OaiAsked | string, method?: 'POST'): Promise<OaiAnswer> => askOai(server.url, asked, method);

async function headOf({ persistentId }: SeededDataset): Promise<HarvestedHead | undefined> {
  const answer = await ask({ verb: 'GetRecord', identifier: persistentId, metadataPrefix: 'oai_dc' });
  return headsOf(answer)[0];
}

async function listed(more: OaiAsked = {}): Promise<readonly string[]> {
  return headsOf(await ask({ verb: 'ListIdentifiers', metadataPrefix: 'oai_dc', ...more })).map(({ identifier }) => identifier);
}

describe('Identify', () => {
  it('says who this is, and what a harvester can rely on', async () => {
    await set(':OAIServerRepositoryName', 'Archive & Library');
    await set(':OAIServerAdminEmail', 'harvest@example.org');
    const { root, text } = await ask({ verb: 'Identify' });
    expect(text).toContain('<repositoryName>Archive &amp; Library</repositoryName>');
    expect(texts(root, 'baseURL')).toEqual([`${server.application.services.installation.siteUrl}/oai`]);
    expect(texts(root, 'protocolVersion')).toEqual(['2.0']);
    expect(texts(root, 'adminEmail')).toEqual(['harvest@example.org']);
    expect(texts(root, 'deletedRecord')).toEqual(['persistent']);
    expect(texts(root, 'granularity')).toEqual(['YYYY-MM-DDThh:mm:ssZ']);
    expect(texts(root, 'earliestDatestamp')[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    const [request] = elements(root, 'request');
    expect(request?.getAttribute('verb')).toBe('Identify');
  });

  it('is answered to a form as well', async () => {
    expect(texts((await ask({ verb: 'Identify' }, 'POST')).root, 'protocolVersion')).toEqual(['2.0']);
  });

  it('names an address even where none is configured', async () => {
    succeeded(await admin.rest.delete('/api/admin/settings/:OAIServerAdminEmail'));
    expect(texts((await ask({ verb: 'Identify' })).root, 'adminEmail')[0]).toMatch(/^\S+@(?:\S+\.)+\S+$/);
  });
});

describe('a harvestable format', () => {
  it('is listed with its namespace and the address of its schema alone', async () => {
    const { root } = await ask({ verb: 'ListMetadataFormats' });
    const formats = elements(root, 'metadataFormat').map((format) =>
      ['metadataPrefix', 'schema', 'metadataNamespace'].map((name) => texts(format, name)[0] ?? ''),
    );
    expect(formats.map(([prefix]) => prefix)).toEqual(
      expect.arrayContaining(['oai_dc', 'oai_ddi', 'oai_datacite', 'Datacite', 'service_json']),
    );
    expect(formats.map(([prefix]) => prefix)).not.toContain('ddi');
    expect(formats.flat().filter((text) => /\s/.test(text))).toEqual([]);
    expect(formats).toContainEqual([
      'oai_dc',
      'http://www.openarchives.org/OAI/2.0/oai_dc.xsd',
      'http://www.openarchives.org/OAI/2.0/oai_dc/',
    ]);
  });

  it.each(['oai_dc', 'oai_ddi', 'oai_datacite', 'Datacite', 'service_json'])('%s is the text of the export', async (metadataPrefix) => {
    const answer = await ask({ verb: 'GetRecord', identifier: kept.persistentId, metadataPrefix });
    expect(answer.errors).toEqual([]);
    const [metadata] = elements(answer.root, 'metadata');
    const exported = succeeded(
      await guest(server).rest.get(`/api/datasets/export?exporter=${metadataPrefix}&persistentId=${kept.persistentId}`),
    ).body;
    const sent = metadataPrefix === 'service_json' ? metadata?.textContent : /<metadata>(.*)<\/metadata>/s.exec(answer.text)?.[1];
    expect(sent).toBe(exported.replace(/^<\?xml[^>]*\?>\s*/, ''));
  });

  it.skipIf(!hasSchemas)('oai_dc is valid inside an answer', async () => {
    const { text } = await ask({ verb: 'ListRecords', metadataPrefix: 'oai_dc' });
    const documents = [...text.matchAll(/<metadata>(.*?)<\/metadata>/gs)].map(([, inner = ''], place) => [String(place), inner] as const);
    expect(documents.length).toBeGreaterThan(0);
    expect(await schemaFaults('oaiDc', Object.fromEntries(documents))).toEqual({});
  });

  it('in JSON has a schema for the element that it is put into', async () => {
    const { root } = await ask({ verb: 'ListMetadataFormats' });
    const schema = texts(root, 'schema').find((url) => url.endsWith('/oai/json.xsd')) ?? '';
    const { body } = succeeded(await guest(server).rest.get(new URL(schema).pathname));
    expect(body).toContain('targetNamespace=');
  });
});

describe('a dataset', () => {
  it('is told of as soon as its publication is acknowledged, and not before', async () => {
    const dataset = await createDataset(admin, collection);
    expect(await listed()).not.toContain(dataset.persistentId);
    expect((await ask({ verb: 'GetRecord', identifier: dataset.persistentId, metadataPrefix: 'oai_dc' })).errors).toEqual([
      'idDoesNotExist',
    ]);
    await publishDataset(admin, dataset);
    expect(await listed()).toContain(dataset.persistentId);
    const found = await headOf(dataset);
    expect(found).toMatchObject({ identifier: dataset.persistentId, deleted: false });
  });

  it('is told of again when its published version is replaced', async () => {
    const dataset = await published();
    const [responseDate] = texts((await ask({ verb: 'Identify' })).root, 'responseDate');
    expect((await listed()).at(-1)).toBe(dataset.persistentId);
    const other = await published();
    expect((await listed()).at(-1)).toBe(other.persistentId);
    const version = succeeded(await admin.rest.get(`/api/datasets/${dataset.id}/versions/:latest`)).record('data');
    succeeded(await admin.rest.put(`/api/datasets/${dataset.id}/versions/:draft`, { metadataBlocks: version['metadataBlocks'] }));
    await publishDataset(admin, dataset, 'updatecurrent');
    expect((await listed({ from: responseDate })).at(-1)).toBe(dataset.persistentId);
  });

  it('stays as a deleted record when it is withdrawn', async () => {
    const dataset = await published();
    succeeded(await admin.rest.post(`/api/datasets/${dataset.id}/versions/1.0/deaccession`, { deaccessionReason: 'Wrong' }));
    expect(await headOf(dataset)).toMatchObject({ deleted: true });
    const { errors } = await ask({ verb: 'ListMetadataFormats', identifier: dataset.persistentId });
    expect(errors).toEqual(['noMetadataFormats']);
    const { text, root } = await ask({ verb: 'GetRecord', identifier: dataset.persistentId, metadataPrefix: 'oai_dc' });
    expect(elements(root, 'record')).toHaveLength(1);
    expect(text).not.toContain('<metadata>');
  });

  it('stays as a deleted record when it is destroyed', async () => {
    const dataset = await published();
    succeeded(await admin.rest.delete(`/api/datasets/${dataset.id}/destroy`));
    expect(await headOf(dataset)).toMatchObject({ identifier: dataset.persistentId, deleted: true });
    expect(await listed()).toContain(dataset.persistentId);
  });

  it('that was never published leaves nothing when it is destroyed', async () => {
    const dataset = await createDataset(admin, collection);
    succeeded(await admin.rest.delete(`/api/datasets/${dataset.id}/destroy`));
    expect(await headOf(dataset)).toBeUndefined();
  });
});

describe('a list', () => {
  it('has a token on all parts but the last, which has an empty one, and goes on with a setting of any kind', async () => {
    await published();
    await set(':OAIServerPageSize', '2');
    try {
      const all: string[] = [];
      let answer = await ask({ verb: 'ListRecords', metadataPrefix: 'oai_dc' });
      const cursors: (string | null)[] = [];
      for (;;) {
        all.push(...headsOf(answer).map(({ identifier }) => identifier));
        const [token] = elements(answer.root, 'resumptionToken');
        cursors.push(token?.getAttribute('cursor') ?? null);
        if (token === undefined || token.textContent === '') break;
        answer = await ask({ verb: 'ListRecords', resumptionToken: token.textContent ?? '' });
      }
      expect(elements(answer.root, 'resumptionToken')).toHaveLength(1);
      expect(cursors.slice(0, 2)).toEqual(['0', '2']);
      expect(new Set(all).size).toBe(all.length);
      succeeded(await admin.rest.delete('/api/admin/settings/:OAIServerPageSize'));
      expect(all).toEqual(await listed());
    } finally {
      await admin.rest.delete('/api/admin/settings/:OAIServerPageSize');
    }
  });

  it('goes on with what has changed when nothing of its rest is as it was, and ends with an error where that is out of its bounds', async () => {
    const rest = [await published(), await published()];
    const { datestamp = '' } = (await headOf(kept)) ?? {};
    const count = (await listed()).length;
    await set(':OAIServerPageSize', String(count - 2));
    try {
      const begun = await ask({ verb: 'ListRecords', metadataPrefix: 'oai_dc' });
      const bounded = await ask({ verb: 'ListRecords', metadataPrefix: 'oai_dc', from: datestamp, until: '9999-12-31T23:59:59Z' });
      const tokenOf = ({ root }: OaiAnswer): string => elements(root, 'resumptionToken')[0]?.textContent ?? '';
      for (const { id } of rest) {
        const deaccession = { deaccessionReason: 'It was withdrawn.' };
        succeeded(await admin.rest.post(`/api/datasets/${id}/versions/:latest-published/deaccession`, deaccession));
      }
      for (const answer of [begun, bounded]) {
        const resumed = await ask({ verb: 'ListRecords', resumptionToken: tokenOf(answer) });
        expect(resumed.errors).toEqual([]);
        expect(headsOf(resumed).map(({ identifier }) => identifier)).toEqual(rest.map(({ persistentId }) => persistentId));
        expect(elements(resumed.root, 'resumptionToken')[0]?.textContent).toBe('');
      }
      // One that ended before they changed has nothing more.
      const [version, asked, place, sent] = z
        .tuple([z.number(), z.record(z.string(), z.string()), z.string(), z.number()])
        .parse(JSON.parse(Buffer.from(tokenOf(begun), 'base64url').toString()));
      const ended = [version, { ...asked, until: '1990-01-01' }, place, sent];
      const token = Buffer.from(JSON.stringify(ended)).toString('base64url');
      expect((await ask({ verb: 'ListRecords', resumptionToken: token })).errors).toEqual(['noRecordsMatch']);
    } finally {
      await admin.rest.delete('/api/admin/settings/:OAIServerPageSize');
    }
  });

  it('is bounded by days or seconds, both of which are within it', async () => {
    const { datestamp = '' } = (await headOf(kept)) ?? {};
    const day = datestamp.slice(0, 10);
    expect(await listed({ from: datestamp, until: datestamp })).toContain(kept.persistentId);
    expect(await listed({ from: day, until: day })).toContain(kept.persistentId);
    expect(await listed({ until: day, from: '1990-01-01' })).toContain(kept.persistentId);
    expect((await ask({ verb: 'ListRecords', metadataPrefix: 'oai_dc', until: '1990-01-01' })).errors).toEqual(['noRecordsMatch']);
    expect((await ask({ verb: 'ListRecords', metadataPrefix: 'oai_dc', from: '9999-12-31' })).errors).toEqual(['noRecordsMatch']);
    expect(await listed({ until: '9999-12-31T23:59:59Z' })).toContain(kept.persistentId);
  });
});

const dc = 'metadataPrefix=oai_dc';
describe('a wrong request', () => {
  it.each([
    ['badVerb', ''],
    ['badVerb', 'verb=Harvest'],
    ['badVerb', 'verb=Identify&verb=Identify'],
    ['badVerb', 'Verb=Identify'],
    ['badArgument', 'verb=Identify&set=a'],
    ['badArgument', 'verb=Identify&resumptionToken=a'],
    ['badArgument', 'verb=GetRecord&identifier=doi:10.5072/A'],
    ['badArgument', `verb=GetRecord&${dc}`],
    ['badArgument', `verb=GetRecord&${dc}&identifier=doi:a&identifier=doi:b`],
    ['badArgument', `verb=GetRecord&${dc}&identifier=no+uri`],
    ['badArgument', 'verb=ListRecords'],
    ['badArgument', `verb=ListRecords&${dc}&until=2026`],
    ['badArgument', `verb=ListRecords&${dc}&from=`],
    ['badArgument', `verb=ListRecords&${dc}&from=2026-02-30`],
    ['badArgument', `verb=ListRecords&${dc}&from=2026-01-01T00:00:00`],
    ['badArgument', `verb=ListRecords&${dc}&from=2026-01-01T00:00:00.5Z`],
    ['badArgument', `verb=ListRecords&${dc}&from=2026-01-01&until=2026-01-02T00:00:00Z`],
    ['badArgument', `verb=ListRecords&${dc}&from=2026-01-02&until=2026-01-01`],
    ['badArgument', `verb=ListRecords&${dc}&resumptionToken=a`],
    ['badArgument', 'verb=ListRecords&metadataPrefix=a%20b'],
    ['badArgument', `verb=ListRecords&${dc}&set=a::b`],
    ['badResumptionToken', 'verb=ListRecords&resumptionToken='],
    ['badResumptionToken', 'verb=ListRecords&resumptionToken=abc'],
    ['badResumptionToken', 'verb=ListSets&resumptionToken=abc'],
    ['cannotDisseminateFormat', 'verb=ListRecords&metadataPrefix=marc'],
    ['cannotDisseminateFormat', 'verb=ListIdentifiers&metadataPrefix=ddi'],
    ['cannotDisseminateFormat', 'verb=GetRecord&identifier=doi:10.5072/NONE&metadataPrefix=schema.org'],
    ['idDoesNotExist', `verb=GetRecord&${dc}&identifier=doi:10.5072/NONE`],
    ['idDoesNotExist', 'verb=ListMetadataFormats&identifier=doi:10.5072/NONE'],
    ['noSetHierarchy', 'verb=ListSets'],
  ])('is refused with %s: %s', async (code, query) => {
    for (const method of [undefined, 'POST'] as const) {
      const answer = await ask(query, method);
      expect({ status: answer.status, errors: answer.errors }).toEqual({ status: 200, errors: [code] });
      const repeated = elements(answer.root, 'request')[0]?.attributes.length;
      expect(repeated === 0).toBe(code === 'badVerb' || code === 'badArgument');
    }
  });

  it('is refused with all its faults at once', async () => {
    const { errors } = await ask('verb=ListRecords&from=a&until=b&colour=red&set=%20');
    expect(errors).toEqual(Array.from({ length: 5 }, () => 'badArgument'));
  });

  it('is answered without XML where it is not of the protocol', async () => {
    const { rest } = guest(server);
    expect((await rest.send('/oai', { method: 'PUT', raw: '' })).status).toBe(405);
    expect((await rest.post('/oai', {})).status).toBe(415);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await rest.send('/oai', { method: 'POST', raw: 'a'.repeat(20_000), headers: form })).status).toBe(413);
  });
});

describe('an installation that is not harvested', () => {
  it('answers 503 to harvesters, without asking them back, and refuses the lists of GraphQL', async () => {
    await set(':OAIServerEnabled', 'false');
    try {
      const refused = await fetch(`${server.url}/oai?verb=Identify`);
      expect(refused.status).toBe(503);
      expect(refused.headers.get('retry-after')).toBeNull();
      expect(await refused.json()).toMatchObject({ status: 'ERROR', errorCode: 'OAI_SERVER_DISABLED' });
      const { code } = await guest(server).graphql.send('{ oaiRepository { enabled } oaiRecords(format: "oai_dc") { cursor } }');
      expect(code).toBe('OAI_SERVER_DISABLED');
    } finally {
      await set(':OAIServerEnabled', 'true');
    }
  });
});
