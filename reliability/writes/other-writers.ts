/** Writers of collections, accounts, roles and settings. */
import { askGraphql, askRest } from '../door.ts';
import { USERS_KEY } from '../installation.ts';
import { createDataset } from './documents.ts';
import { changingWriter, makingWriter, type WriterMaker } from './writer.ts';

const CREATE = 'mutation ($input: CreateCollectionInput!) { createCollection(input: $input) { collection { databaseId } } }';

const collection: WriterMaker = async () =>
  makingWriter({
    kind: 'collection created',
    send: async (url, name) => {
      const input = { owner: { alias: 'root' }, alias: name, name, contacts: [{ contactEmail: 'trial@example.org' }] };
      await askGraphql(url, CREATE, { input });
      return name;
    },
    found: async (sql, keys) =>
      (await sql<{ key: string }[]>`select alias as key from collection where alias = any(${[...keys]})`).map(({ key }) => key),
  });

async function createAccount(url: string, name: string): Promise<void> {
  const person = { userName: name, firstName: 'Ada', lastName: 'Writer', email: `${name}@example.org` };
  await askRest(url, 'POST', `/builtin-users?key=${USERS_KEY}&password=correct-horse-7`, JSON.stringify(person));
}

/** On a dataset that is not published: whoever has a role on what is published is notified of it. */
const role: WriterMaker = async (first) => {
  const dataset = await createDataset(first, 'shared with many');
  return makingWriter({
    kind: 'account with a role',
    send: async (url, name) => {
      await createAccount(url, name);
      await askRest(url, 'POST', `/datasets/${dataset}/assignments`, JSON.stringify({ assignee: `@${name}`, role: 'member' }));
      return `@${name}`;
    },
    found: async (sql, keys) =>
      (
        await sql<{ key: string }[]>`
          select a.assignee as key from role_assignment a join user_account u on '@' || u.user_name = a.assignee
          where a.assignee = any(${[...keys]}) group by a.assignee having count(*) = 1`
      ).map(({ key }) => key),
  });
};

const setting: WriterMaker = async () =>
  changingWriter({
    kind: 'setting changed',
    send: async (url, value) => void (await askRest(url, 'PUT', '/admin/settings/:FooterCopyright', String(value))),
    stored: async (sql) =>
      Number((await sql<{ value: string }[]>`select value from setting where name = ':FooterCopyright' and language = ''`)[0]?.value ?? 0),
  });

export const otherWriters: readonly WriterMaker[] = [collection, role, setting];
