import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openStoredSecrets } from '../../src/domain/installation/open-stored-secrets.ts';
import { neededKeyId, secretKeyId } from '../../src/kernel/secret-box.ts';
import { makeSecretKey, readSecretKeys } from '../../src/secret-keys.ts';
import { createCollection, succeeded, superuser } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const DATA = 'issuer: https://login.example.edu | clientId: repository | clientSecret: open: sesame';
const CREATE = `mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { secret } }`;

let server: TestServer;
let webhookSecret: string;
let signingKey: Buffer;

beforeAll(async () => {
  server = await startTestServer({ WEBHOOK_HOSTS: '127.0.0.1' });
  const admin = superuser(server);
  const provider = { id: 'university', factoryAlias: 'oidc', factoryData: DATA, enabled: true };
  succeeded(await admin.rest.post('/api/admin/authenticationProviders', provider));
  const { id } = await createCollection(admin);
  const made = await admin.graphql.expectData(CREATE, { input: { collection: { databaseId: id }, url: 'http://127.0.0.1:9/' } });
  webhookSecret = made.text('data.createWebhook.secret');
  ({ signingKey } = server.application.services);
});
afterAll(() => server.stop());

/** Every secret as it is stored. */
async function stored(): Promise<string[]> {
  const { sql } = server.application.connection;
  const rows = await sql`
    select secret as value from webhook
    union all select factory_data from authentication_provider where factory_data is not null
    union all select convert_from(signing_key, 'UTF8') from installation_secret`;
  return rows.map(({ value }) => String(value));
}

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'archivolt-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Opens the secrets as a start does that has these keys; what comes of them. */
async function restart(keys: readonly Buffer[], dataDir: string) {
  const { db, connection } = server.application;
  const { box, signingKey: key } = await openStoredSecrets(db, {
    readKeys: () => readSecretKeys(dataDir, keys),
    makeKey: () => makeSecretKey(dataDir),
  });
  const [webhook] = await connection.sql`select secret from webhook`;
  const [provider] = await connection.sql`select factory_data from authentication_provider where id = 'university'`;
  return {
    webhook: box.open('webhook.secret', String(webhook?.['secret'])),
    provider: box.open('authentication_provider.factory_data', String(provider?.['factory_data'])),
    key,
  };
}

async function keyOfFile(): Promise<Buffer> {
  return Buffer.from((await readFile(join(server.dataDir, 'secret-keys'), 'utf8')).trim(), 'base64');
}

function sameAsBefore(opened: Awaited<ReturnType<typeof restart>>): void {
  expect(opened).toEqual({ webhook: webhookSecret, provider: DATA, key: signingKey });
}

test('no secret is stored in clear, and the key is for the owner of the data folder alone', async () => {
  const values = await stored();
  const id = secretKeyId(await keyOfFile());
  expect(values.length).toBeGreaterThan(2);
  expect(values.map(neededKeyId)).toEqual(values.map(() => id));
  expect((await stat(join(server.dataDir, 'secret-keys'))).mode & 0o777).toBe(0o600);
});

test('a start without the key is refused by the name of the key, and changes nothing', async () => {
  const [before, folder] = [await stored(), await emptyFolder()];
  const id = secretKeyId(await keyOfFile());
  await expect(restart([], folder)).rejects.toThrow(id);
  await expect(restart([randomBytes(32)], folder)).rejects.toThrow(`encrypted with a key that is missing: ${id}.`);
  expect(await stored()).toEqual(before);
  expect(await readdir(folder)).not.toContain('secret-keys');
});

test('a start with a new key before the old one encrypts all of them anew; then the new one is enough', async () => {
  const [former, recent, folder] = [await keyOfFile(), randomBytes(32), await emptyFolder()];
  sameAsBefore(await restart([recent, former], folder));
  expect(new Set((await stored()).map(neededKeyId))).toEqual(new Set([secretKeyId(recent)]));
  sameAsBefore(await restart([recent], folder));
  // As it was, for the tests that follow.
  sameAsBefore(await restart([former, recent], folder));
});

test('what an earlier release has stored in clear is encrypted at the next start', async () => {
  const { sql } = server.application.connection;
  await sql`update webhook set secret = ${webhookSecret}`;
  await sql`update authentication_provider set factory_data = ${DATA} where id = 'university'`;
  await sql`update installation_secret set signing_key = ${signingKey}`;
  sameAsBefore(await restart([], server.dataDir));
  expect((await stored()).map(neededKeyId)).not.toContain(undefined);
});

test('a secret that was changed in the database refuses the start', async () => {
  const { sql } = server.application.connection;
  await sql`update installation_secret set signing_key = convert_to(left(convert_from(signing_key, 'UTF8'), -6) || 'AAAAAA', 'UTF8')`;
  await expect(restart([], server.dataDir)).rejects.toThrow(/installation_secret\.signing_key/);
  await sql`update installation_secret set signing_key = ${signingKey}`;
  sameAsBefore(await restart([], server.dataDir));
});
