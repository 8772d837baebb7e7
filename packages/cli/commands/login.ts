/** `login`, `logout`, `whoami`. Source: users-admin.md 3.8 for the sign-in of programs. */
import { setTimeout as sleep } from 'node:timers/promises';
import { text as textOf } from 'node:stream/consumers';
import { hostname } from 'node:os';
import type { Command } from 'commander';
import { z } from 'zod';
import { type Client, createClient } from '../client.ts';
import { credentialsFile, readCredentials, writeCredentials } from '../credentials.ts';
import { CliFailure, EXIT, usageFailure } from '../failure.ts';
import { type CommonOptions, createSession, type Session } from '../session.ts';
import { serverAddress } from '../server-address.ts';

const SCOPES = ['READ', 'DEPOSIT', 'CURATE', 'ADMINISTER'] as const;
const DEFAULT_SCOPES = 'read,deposit,curate';

const WHO = `query {
  viewer { identifier superuser user { displayName email } }
  serverInfo { installationName version }
}`;
const whoShape = z.object({
  viewer: z.object({
    identifier: z.string(),
    superuser: z.boolean(),
    user: z.object({ displayName: z.string(), email: z.string() }).nullable(),
  }),
  serverInfo: z.object({ installationName: z.string(), version: z.string() }),
});

const BEGIN = `mutation ($input: BeginDeviceSignInInput!) {
  beginDeviceSignIn(input: $input) { deviceCode userCode verificationUri verificationUriComplete expiresInSeconds intervalSeconds }
}`;
const beginShape = z.object({
  beginDeviceSignIn: z.object({
    deviceCode: z.string(),
    userCode: z.string(),
    verificationUri: z.string(),
    verificationUriComplete: z.string(),
    expiresInSeconds: z.number(),
    intervalSeconds: z.number(),
  }),
});
const COMPLETE = `mutation ($input: CompleteDeviceSignInInput!) { completeDeviceSignIn(input: $input) { secret } }`;
const completeShape = z.object({ completeDeviceSignIn: z.object({ secret: z.string() }) });

interface LoginOptions extends CommonOptions {
  readonly withToken?: boolean;
  readonly scopes: string;
}

/** @throws CliFailure naming the scopes that there are */
function scopesOf(typed: string): string[] {
  const scopes = typed.split(',').map((word) => word.trim().toUpperCase());
  const unknown = scopes.find((word) => !SCOPES.some((scope) => scope === word));
  if (unknown === undefined) return scopes;
  throw usageFailure(`There is no scope "${unknown.toLowerCase()}": they are ${SCOPES.join(', ').toLowerCase()}.`);
}

/** Waits until the user has decided in a browser. @throws CliFailure */
async function tokenFromBrowser(client: Client, scopes: readonly string[], { output }: Session): Promise<string> {
  const clientName = `archivolt on ${hostname()}`.slice(0, 100);
  const { beginDeviceSignIn: begun } = await client.ask(beginShape, BEGIN, { input: { clientName, scopes } });
  output.note(`Open ${begun.verificationUriComplete} in a browser, and confirm the code ${begun.userCode}.`);
  let pauseSeconds = begun.intervalSeconds;
  const end = performance.now() + begun.expiresInSeconds * 1000;
  while (performance.now() < end) {
    await sleep(pauseSeconds * 1000);
    try {
      return (await client.ask(completeShape, COMPLETE, { input: { deviceCode: begun.deviceCode } })).completeDeviceSignIn.secret;
    } catch (error) {
      if (!(error instanceof CliFailure)) throw error;
      if (error.code === 'DEVICE_SIGN_IN_TOO_SOON') pauseSeconds += 5;
      else if (error.code !== 'DEVICE_SIGN_IN_PENDING') throw error;
    }
  }
  throw new CliFailure(EXIT.signedOut, 'DEVICE_SIGN_IN_ENDED', 'The time for the sign-in is over: log in again.');
}

async function tokenFromInput(): Promise<string> {
  const token = (await textOf(process.stdin)).trim();
  if (token !== '' && !/\s/.test(token)) return token;
  throw usageFailure('Give the token on standard input, such as: archivolt login https://data.example.org --with-token < token.txt');
}

/** The account of a client. @throws CliFailure where it is a guest's */
async function accountOf(client: Client): Promise<z.infer<typeof whoShape>> {
  const who = await client.ask(whoShape, WHO);
  if (who.viewer.user !== null) return who;
  throw new CliFailure(EXIT.signedOut, 'AUTHENTICATION_REQUIRED', `${client.server} knows no account for this token.`);
}

async function login(address: string | undefined, options: LoginOptions): Promise<void> {
  const session = createSession({ ...options, ...(address === undefined ? {} : { server: address }) });
  const server = await session.server();
  const token =
    options.withToken === true
      ? await tokenFromInput()
      : await tokenFromBrowser(createClient(server, undefined), scopesOf(options.scopes), session);
  const { viewer, serverInfo } = await accountOf(createClient(server, token));
  const known = await readCredentials(session.env);
  const servers = { ...known.servers, [server]: { token, account: viewer.identifier } };
  await writeCredentials(session.env, { current: server, servers });
  session.output.line(`You are ${viewer.identifier} at ${serverInfo.installationName} (${server}).`);
  session.output.result({ server, account: viewer.identifier, file: credentialsFile(session.env) });
}

async function logout(address: string | undefined, options: CommonOptions): Promise<void> {
  const session = createSession(options);
  const server = address === undefined ? await session.server() : serverAddress(address);
  const { current, servers } = await readCredentials(session.env);
  const { [server]: ended, ...rest } = servers;
  if (ended === undefined) throw new CliFailure(EXIT.signedOut, 'NOT_LOGGED_IN', `You are not logged in to ${server}.`);
  await writeCredentials(session.env, { servers: rest, ...(current === undefined || current === server ? {} : { current }) });
  session.output.line(`The token of ${ended.account} at ${server} is deleted here. It stays good until it is revoked there or ends.`);
  session.output.result({ server, account: ended.account });
}

async function whoami(options: CommonOptions): Promise<void> {
  const session = createSession(options);
  const client = await session.signedIn();
  const { viewer, serverInfo } = await accountOf(client);
  const { output } = session;
  output.line(`${viewer.identifier}${viewer.superuser ? ' (superuser)' : ''}`);
  output.line(`${viewer.user?.displayName ?? ''} <${viewer.user?.email ?? ''}>`);
  output.line(`at ${serverInfo.installationName}, ${client.server}, version ${serverInfo.version}`);
  output.result({
    server: client.server,
    account: viewer.identifier,
    superuser: viewer.superuser,
    ...viewer.user,
    version: serverInfo.version,
  });
}

export function addLoginCommands(program: Command): void {
  program
    .command('login')
    .summary('log in to a server, and make it the one that commands speak to')
    .description(
      'Logs in to a server. Without --with-token it shows an address and a code: open the address in any browser, log in there, and confirm the code.\nThe token is kept in $XDG_CONFIG_HOME/archivolt/credentials.json (~/.config without that), readable by you alone.',
    )
    .argument('[server]', 'address of the server, such as https://data.example.org')
    .option('--with-token', 'read a token from standard input')
    .option('--scopes <list>', 'what the token is to be good for: read, deposit, curate, administer', DEFAULT_SCOPES)
    .addHelpText(
      'after',
      '\nExamples:\n  archivolt login https://data.example.org\n  archivolt login localhost:8080 --with-token < var/superuser-token\n  ARCHIVOLT_SERVER=https://data.example.org ARCHIVOLT_TOKEN=... archivolt whoami   # without a login, in scripts',
    )
    .action((address: string | undefined, _options: unknown, command: Command) => login(address, command.optsWithGlobals()));
  program
    .command('logout')
    .summary('delete the token of a server')
    .argument('[server]', 'address of the server; the one of the last login without it')
    .action((address: string | undefined, _options: unknown, command: Command) => logout(address, command.optsWithGlobals()));
  program
    .command('whoami')
    .summary('show who you are, and where')
    .action((_options: unknown, command: Command) => whoami(command.optsWithGlobals()));
}
