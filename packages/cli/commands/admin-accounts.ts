import type { Command } from 'commander';
import { z } from 'zod';
import { type CommonOptions, createSession } from '../session.ts';
import { wholeNumber } from '../whole-number.ts';

const USER = `databaseId identifier displayName email superuser deactivated createdAt lastLoginAt lastApiUseAt authenticationProviderId`;
const userShape = z.object({
  databaseId: z.number(),
  identifier: z.string(),
  displayName: z.string(),
  email: z.string(),
  superuser: z.boolean(),
  deactivated: z.boolean(),
  createdAt: z.string(),
  lastLoginAt: z.string().nullable(),
  lastApiUseAt: z.string().nullable(),
  authenticationProviderId: z.string(),
});
type User = z.infer<typeof userShape>;

const LIST = `query ($search: String, $page: Int, $limit: Int) {
  accounts(search: $search, page: $page, limit: $limit) { totalCount page nodes { roleNames user { ${USER} } } }
}`;
const listShape = z.object({
  accounts: z.object({
    totalCount: z.number(),
    page: z.number(),
    nodes: z.array(z.object({ roleNames: z.array(z.string()), user: userShape })),
  }),
});
const FIND = `query ($reference: UserReference!) { user(reference: $reference) { ${USER} } }`;
const changed = (mutation: string, input: string) =>
  `mutation ($input: ${input}!) { changed: ${mutation}(input: $input) { user { ${USER} } } }`;
const changedShape = z.object({ changed: z.object({ user: userShape }) });
const DELETE = `mutation ($input: DeleteAccountInput!) { deleteAccount(input: $input) { identifier } }`;
const deletedShape = z.object({ deleteAccount: z.object({ identifier: z.string() }) });

/** How the API names an account: by its number, or its name with or without `@`. */
function userReference(typed: string) {
  return /^[0-9]+$/.test(typed) ? { databaseId: Number(typed) } : { userName: typed.replace(/^@/, '') };
}

function lineOf({ databaseId, identifier, displayName, email, superuser, deactivated }: User): string {
  return `${String(databaseId).padEnd(7)}${identifier.padEnd(20)}${displayName} <${email}>${superuser ? ', superuser' : ''}${deactivated ? ', deactivated' : ''}`;
}

interface ListOptions extends CommonOptions {
  readonly search?: string;
  readonly page: number;
  readonly limit: number;
}

async function list({ search, page, limit, ...options }: ListOptions): Promise<void> {
  const { output, signedIn } = createSession(options);
  const { accounts } = await (await signedIn()).ask(listShape, LIST, { search, page, limit });
  for (const { user } of accounts.nodes) output.line(lineOf(user));
  output.line(`${accounts.nodes.length} of ${accounts.totalCount}, page ${accounts.page}`);
  output.result({
    totalCount: accounts.totalCount,
    page: accounts.page,
    accounts: accounts.nodes.map(({ user, roleNames }) => ({ ...user, roleNames })),
  });
}

async function show(name: string, options: CommonOptions): Promise<void> {
  const { output, signedIn } = createSession(options);
  const { user } = await (await signedIn()).ask(z.object({ user: userShape }), FIND, { reference: userReference(name) });
  for (const [fact, value] of Object.entries(user)) output.line(`${fact.padEnd(26)}${value ?? ''}`);
  output.result(user);
}

async function change(document: string, input: Readonly<Record<string, unknown>>, options: CommonOptions): Promise<void> {
  const { output, signedIn } = createSession(options);
  const { user } = (await (await signedIn()).ask(changedShape, document, { input })).changed;
  output.line(lineOf(user));
  output.result(user);
}

async function remove(name: string, options: CommonOptions): Promise<void> {
  const { output, signedIn } = createSession(options);
  const { deleteAccount } = await (await signedIn()).ask(deletedShape, DELETE, { input: { user: userReference(name) } });
  output.line(`${deleteAccount.identifier} is deleted.`);
  output.result(deleteAccount);
}

export function addAccountCommands(admin: Command): void {
  const accounts = admin.command('accounts').summary('accounts of people');
  const named = (name: string, summary: string): Command =>
    accounts.command(name).summary(summary).argument('<account>', 'its name or number');
  accounts
    .command('list')
    .summary('list accounts')
    .option('-s, --search <beginnings>', 'beginnings of names, e-mail address or affiliation')
    .option('--page <number>', 'which page', wholeNumber(1, 1_000_000), 1)
    .option('-n, --limit <number>', 'entries of a page', wholeNumber(1, 100), 25)
    .action((_options: unknown, command: Command) => list(command.optsWithGlobals()));
  named('show', 'what is known of an account').action((name: string, _options: unknown, command: Command) =>
    show(name, command.optsWithGlobals()),
  );
  named('superuser', 'make an account a superuser, or take that away')
    .option('--off', 'take it away')
    .action((name: string, { off }: { readonly off?: boolean }, command: Command) =>
      change(
        changed('setSuperuser', 'SetSuperuserInput'),
        { user: userReference(name), superuser: off !== true },
        command.optsWithGlobals(),
      ),
    );
  named('deactivate', 'switch an account off, for good').action((name: string, _options: unknown, command: Command) =>
    change(changed('deactivateAccount', 'DeactivateAccountInput'), { user: userReference(name) }, command.optsWithGlobals()),
  );
  named('rename', 'give an account another name')
    .argument('<name>', 'the new name')
    .action((name: string, userName: string, _options: unknown, command: Command) =>
      change(changed('renameAccount', 'RenameAccountInput'), { user: userReference(name), userName }, command.optsWithGlobals()),
    );
  named('delete', 'delete an account that has left nothing behind').action((name: string, _options: unknown, command: Command) =>
    remove(name, command.optsWithGlobals()),
  );
}
