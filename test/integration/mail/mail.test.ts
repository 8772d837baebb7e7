import { sql } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Jobs, startJobs } from '../../../src/jobs/start-jobs.ts';
import {
  assignRole,
  type Caller,
  createCollection,
  createDataset,
  createUser,
  guest,
  type SeededCollection,
  succeeded,
  superuser,
} from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { type ReceivedMail, startSmtpServer, type TestSmtpServer } from '../../support/smtp-server.ts';
import { eventually } from '../storage/storage-world.ts';

let smtp: TestSmtpServer;
let server: TestServer;
let jobs: Jobs;
let admin: Caller;
let collection: SeededCollection;

beforeAll(async () => {
  smtp = await startSmtpServer();
  server = await startTestServer({
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Repository <repository@example.org>',
    SITE_URL: 'https://data.example.org',
  });
  const { db, services } = server.application;
  jobs = await startJobs({ connectionString: server.databaseUrl, db, services, commandServices: services, log: pino({ level: 'silent' }) });
  admin = superuser(server);
  collection = await createCollection(admin);
});
afterAll(async () => {
  await jobs.stop();
  await server.stop();
  await smtp.stop();
});

const addressOf = ({ identifier }: Caller): string => `${identifier.slice(1)}@example.org`;

/** Text of a header whose words may be encoded. Source: RFC 2047 4.2. */
function decoded(header: string): string {
  const words = header.replaceAll(/\r\n[ \t]/g, ' ').replaceAll(/\?= =\?UTF-8\?Q\?/g, '');
  return words.replaceAll(/=\?UTF-8\?Q\?(.*?)\?=/g, (_whole, word: string) =>
    decodeURIComponent(
      word
        .replaceAll('%', '=25')
        .replaceAll('_', ' ')
        .replaceAll(/=([0-9A-F]{2})/g, '%$1'),
    ),
  );
}

/** The messages to a recipient, in order of arrival. */
function mailTo(caller: Caller): readonly (ReceivedMail & { readonly subject: string; readonly text: string })[] {
  return smtp.received
    .filter(({ to }) => to.includes(addressOf(caller)))
    .map((mail) => {
      const [head = '', ...body] = mail.source.split('\r\n\r\n');
      const subject = decoded(/^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(head)?.[1] ?? '');
      // Long lines come quoted-printable: those that end in = go on.
      return { ...mail, subject, text: body.join('\r\n\r\n').replaceAll(/=\r\n/g, '').replaceAll('=3D', '=') };
    });
}

async function subjectsTo(caller: Caller, count: number): Promise<readonly string[]> {
  await eventually(() => mailTo(caller).length >= count);
  return mailTo(caller).map(({ subject }) => subject);
}

async function submitted(author: Caller): Promise<number> {
  const { id } = await createDataset(admin, collection);
  succeeded(await author.rest.post(`/api/datasets/${id}/submitForReview`));
  return id;
}

async function team() {
  const [author, curator] = [await createUser(server, 'author'), await createUser(server, 'curator')];
  await assignRole(admin, collection, author.identifier, 'contributor');
  await assignRole(admin, collection, curator.identifier, 'curator');
  await subjectsTo(curator, 2);
  return { author, curator };
}

async function pendingMail(): Promise<readonly Record<string, unknown>[]> {
  return [...(await server.application.db.execute(sql`select state, attempts, last_error from outgoing_mail where state = 'PENDING'`))];
}

/** Has jobs that wait for another try run now. */
async function hurry(): Promise<void> {
  await server.application.db.execute(sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`);
  await server.application.db.execute(sql`select pg_notify('jobs:insert', '{"count":1}')`);
}

describe('an account that came from another provider', () => {
  const form = { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin' } };
  const signInAs = (userName: string, password: string) =>
    fetch(`${server.url}/sign-in`, { ...form, body: new URLSearchParams({ userName, password }), redirect: 'manual' });

  it('gets a password by a link that is mailed, which opens nothing a second time', async () => {
    const userName = `remote${Date.now()}`;
    const email = `${userName}@example.org`;
    const facts = {
      authenticationProviderId: 'orcid',
      persistentUserId: userName,
      identifier: userName,
      firstName: 'Re',
      lastName: 'Mote',
      email,
    };
    const id = succeeded(await admin.rest.post('/api/admin/authenticatedUsers', facts)).number('data.id');
    const path = `/api/admin/authenticatedUsers/id/${id}/convertRemoteToBuiltIn`;
    succeeded(await admin.rest.send(path, { method: 'PUT', raw: email }));
    const asked = await fetch(`${server.url}/forgot-password`, { ...form, body: new URLSearchParams({ email: email.toUpperCase() }) });
    expect(await asked.text()).toContain('Look into your mailbox');
    const account = { identifier: `@${userName}` } as Caller;
    await eventually(() => mailTo(account).some(({ subject }) => subject === 'Root: Set a new password'));
    const text = mailTo(account).at(-1)?.text ?? '';
    expect(text).toContain(`your account ${userName}`);
    const token = /https:\/\/data\.example\.org\/reset-password\?token=([\w-]{43})/.exec(text)?.[1] ?? '';
    // What opens the account stands in the message alone.
    const { sql: database } = server.application.connection;
    expect(await database`select from outbox_event where payload::text like ${`%${token}%`}`).toHaveLength(0);
    // And what was typed is forgotten with its delivery.
    await eventually(async () => (await database`select from outbox_event where payload::text ilike ${`%${email}%`}`).length === 0);
    expect(await (await fetch(`${server.url}/reset-password?token=${token}`)).text()).toContain(`value="${token}"`);
    const body = new URLSearchParams({ token, newPassword: 'battery-staple-8' });
    const set = await fetch(`${server.url}/reset-password`, { ...form, body });
    expect(await set.text()).toContain('The password is set');
    expect((await signInAs(userName, 'battery-staple-8')).status).toBe(303);
    expect((await fetch(`${server.url}/reset-password`, { ...form, body })).status).toBe(404);
  });
});

describe('an account', () => {
  it('is welcomed by mail, in plain text, with a link by which its address is confirmed', async () => {
    const account = await createUser(server, 'newcomer');
    expect([...(await subjectsTo(account, 2))].toSorted()).toEqual([
      'Root: Please confirm your e-mail address',
      'Root: Your account has been created',
    ]);
    const confirmation = mailTo(account).find(({ subject }) => subject.includes('confirm'));
    expect(confirmation).toMatchObject({ from: 'repository@example.org' });
    expect(confirmation?.source).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(confirmation?.source).toMatch(/^Content-Type: text\/plain; charset=utf-8\r$/m);
    const link = /https:\/\/data\.example\.org(\/confirmemail\.xhtml\?token=[0-9a-f-]{36})/.exec(confirmation?.text ?? '')?.[1];
    expect((await fetch(`${server.url}${link}`, { method: 'POST' })).status).toBe(200);
    expect(succeeded(await account.rest.get('/api/users/:me')).text('data.emailLastConfirmed')).toMatch(/^\d{4}/);
    // It is only ever mailed.
    expect(succeeded(await account.rest.get('/api/notifications/all')).number('totalCount')).toBe(1);
  });

  it('gets what it is told as mail too, once', async () => {
    const { author, curator } = await team();
    await submitted(author);
    const [told] = (await subjectsTo(curator, 3)).slice(2);
    expect(told).toBe('Root: Dataset "Door counter readings of the Lindenhof public library, March 2024" has been submitted for review');
    expect(mailTo(curator)[2]?.text).toContain('Hello,');
    await eventually(async () => (await pendingMail()).length === 0);
    expect(mailTo(curator)).toHaveLength(3);
  });

  it('gets no mail of what it has muted, but is told of it here', async () => {
    const { author, curator } = await team();
    const before = mailTo(curator).length;
    succeeded(await curator.rest.put('/api/notifications/mutedEmails/SUBMITTEDDS'));
    const id = await submitted(author);
    succeeded(await curator.rest.post(`/api/datasets/${id}/returnToAuthor`, { reasonForReturn: 'No units.' }));
    await eventually(() => mailTo(author).some(({ text }) => text.includes('No units.')));
    expect(mailTo(curator)).toHaveLength(before);
    expect(succeeded(await curator.rest.get('/api/notifications/all?limit=1')).text('data.0.type')).toBe('SUBMITTEDDS');

    succeeded(await admin.rest.send('/api/admin/settings/:NeverMuted', { method: 'PUT', raw: 'SUBMITTEDDS' }));
    await submitted(author);
    await subjectsTo(curator, before + 1);
    succeeded(await admin.rest.delete('/api/admin/settings/:NeverMuted'));
  });

  it('gets mail of what it wants to have no notice of here', async () => {
    const { author, curator } = await team();
    succeeded(await curator.rest.put('/api/notifications/mutedNotifications/SUBMITTEDDS'));
    await submitted(author);
    expect((await subjectsTo(curator, 3))[2]).toContain('submitted for review');
    expect(succeeded(await curator.rest.get('/api/notifications/all')).number('totalCount')).toBe(1);
  });
});

describe('the sender', () => {
  it('is the one of the setting, where there is one', async () => {
    succeeded(await admin.rest.send('/api/admin/settings/:SystemEmail', { method: 'PUT', raw: 'Library <library@example.org>' }));
    const account = await createUser(server, 'reader');
    await subjectsTo(account, 2);
    expect(mailTo(account)[0]?.from).toBe('library@example.org');
    succeeded(await admin.rest.delete('/api/admin/settings/:SystemEmail'));
    const answer = await admin.rest.send('/api/admin/settings/:SystemEmail', { method: 'PUT', raw: 'Nobody\r\nBcc: all@example.org' });
    expect(answer.status).toBe(400);
  });
});

describe('a mail server', () => {
  it('that refuses an address for good is not asked again, and the others get theirs', async () => {
    const { author, curator } = await team();
    const second = await createUser(server, 'curator');
    await assignRole(admin, collection, second.identifier, 'curator');
    await subjectsTo(second, 2);
    smtp.unknown.add(addressOf(curator));
    const before = mailTo(second).length;
    await submitted(author);
    await subjectsTo(second, before + 1);
    const [failed] = await server.application.db.execute(sql`select attempts, last_error from outgoing_mail where state = 'FAILED'`);
    expect(failed).toEqual({ attempts: 1, last_error: expect.stringContaining('No such mailbox') });
  });

  it('that is down keeps nothing from happening; metrics show it, and the mail goes out later', async () => {
    const { author, curator } = await team();
    const port = Number(new URL(smtp.url).port);
    await smtp.stop();
    await submitted(author);
    expect(succeeded(await curator.rest.get('/api/notifications/all?limit=1')).text('data.0.type')).toBe('SUBMITTEDDS');
    // An attempt counts when it begins, and its error stands when it has ended.
    await eventually(async () => (await pendingMail()).some((mail) => String(mail['last_error']).includes('ECONNREFUSED')));
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toMatch(/^mail_messages\{state="DELAYED"\} [1-9]/m);
    expect(metrics).toMatch(/^mail_oldest_pending_timestamp_seconds \d/m);

    smtp = await startSmtpServer(port);
    await eventually(async () => {
      await hurry();
      return (await pendingMail()).length === 0;
    });
    expect(mailTo(curator).some(({ subject }) => subject.includes('submitted for review'))).toBe(true);
  });
});

describe('a reader', () => {
  it('writes to each contact of a collection alone, who answers to the reader', async () => {
    const message = { identifier: collection.alias, subject: 'Ünits', body: 'Which units?', fromEmail: 'reader@example.org' };
    succeeded(await guest(server).rest.post('/api/sendfeedback', message));
    const toContact = () => smtp.received.filter(({ to }) => to.includes('contact@example.org'));
    await eventually(() => toContact().length > 0);
    const [mail] = toContact();
    expect(mail?.to).toEqual(['contact@example.org']);
    expect(mail?.from).toBe('repository@example.org');
    expect(mail?.source).toMatch(/^Reply-To: reader@example\.org\r$/m);
    expect(mail?.source).toContain('Which units?');
  });

  it('writes to the operator where nothing is named', async () => {
    succeeded(await guest(server).rest.post('/api/sendfeedback', { subject: 'a', body: 'Hello?', fromEmail: 'reader@example.org' }));
    await eventually(() => smtp.received.some(({ to, source }) => to.includes('repository@example.org') && source.includes('Hello?')));
  });
});
