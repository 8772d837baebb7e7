/** What every command has: where it speaks to, as whom, and what it says. */
import { type Client, createClient } from './client.ts';
import type { Environment } from './config-folder.ts';
import { readCredentials } from './credentials.ts';
import { CliFailure, EXIT } from './failure.ts';
import { createOutput, type Output } from './output.ts';
import { serverAddress } from './server-address.ts';

/** The options that every command has. */
export interface CommonOptions {
  readonly server?: string;
  readonly json?: boolean;
}

export interface Session {
  readonly env: Environment;
  readonly output: Output;
  /** The address that was named, or that of the last login. @throws CliFailure where there is none */
  server(): Promise<string>;
  /** A client with the token of the server, or of a guest where there is none. @throws CliFailure */
  client(): Promise<Client>;
  /** As `client`. @throws CliFailure where there is no token */
  signedIn(): Promise<Client>;
  /** The token of a server, never that of another one. */
  tokenFor(server: string): Promise<string | undefined>;
}

export function createSession({ server: named, json = false }: CommonOptions, env: Environment = process.env): Session {
  const chosen = (named ?? env['ARCHIVOLT_SERVER']) || undefined;
  const server = async (): Promise<string> => {
    const address = chosen ?? (await readCredentials(env)).current;
    if (address !== undefined) return serverAddress(address);
    throw new CliFailure(
      EXIT.usage,
      'SERVER_MISSING',
      'No server is named: log in once ("archivolt login https://data.example.org"), or give --server.',
    );
  };
  const tokenFor = async (address: string): Promise<string | undefined> => {
    const set = env['ARCHIVOLT_TOKEN'];
    // The token of the environment is for the server that is named, or logged in to.
    if (set !== undefined && set !== '' && address === (await server().catch(() => undefined))) return set;
    return (await readCredentials(env)).servers[address]?.token;
  };
  const client = async (): Promise<Client> => {
    const address = await server();
    return createClient(address, await tokenFor(address));
  };
  return {
    env,
    output: createOutput(json),
    server,
    client,
    tokenFor,
    signedIn: async () => {
      const found = await client();
      if (found.token !== undefined) return found;
      throw new CliFailure(
        EXIT.signedOut,
        'AUTHENTICATION_REQUIRED',
        `You are not logged in to ${found.server}: run "archivolt login ${found.server}".`,
      );
    },
  };
}
