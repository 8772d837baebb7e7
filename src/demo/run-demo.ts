import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { StartupError } from '../errors/startup-error.ts';
import { demoAddresses, loadDemo, type Print } from './load-demo.ts';
import { createRestClient } from './rest-client.ts';

/** A server that can be talked to, and stopped by whoever started it. */
interface DemoServer {
  readonly url: string;
  /** Address for people. */
  readonly siteUrl: string;
  stop(): Promise<void>;
}

export interface DemoOptions {
  readonly dataDir: string;
  /** File with the superuser's API token. */
  readonly tokenFile: string;
  readonly print: Print;
  /** Starts a server on the data folder; called when none runs there. */
  readonly startServer: () => Promise<DemoServer>;
}

const serverFile = z.object({ url: z.url(), pid: z.int() });

/** Address of the server that runs on the data folder, if one does. */
async function findRunningServer(dataDir: string): Promise<string | undefined> {
  try {
    const { url, pid } = serverFile.parse(JSON.parse(await readFile(join(dataDir, 'server.json'), 'utf8')));
    // After `kill -9` the file stays, and its port may be another program's by now, which must not see the token.
    process.kill(pid, 0);
    return (await fetch(`${url}/readyz`)).ok ? url : undefined;
  } catch {
    return undefined;
  }
}

async function readToken(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    throw new StartupError(
      `The demo needs the superuser's API token and cannot read ${file}; start once with SUPERUSER_API_TOKEN to set and store a new one.`,
      { cause: error },
    );
  }
}

async function load(url: string, options: DemoOptions): Promise<void> {
  const { tokenFile, print } = options;
  const changed = await loadDemo(createRestClient(url, await readToken(tokenFile)), print);
  print(changed ? 'The demo is loaded.' : 'The demo is there already; nothing was changed.');
}

/**
 * Loads the demo into the installation of a data folder: through the server that runs on it, or else through one that is
 * started for this and stopped again.
 * @throws StartupError when no server can be started, or a step is refused.
 */
export async function runDemo(options: DemoOptions): Promise<void> {
  const { dataDir, print } = options;
  const running = await findRunningServer(dataDir);
  if (running !== undefined) {
    print(`Loading the demo into the server at ${running}`);
    await load(running, options);
    for (const line of demoAddresses(running)) print(line);
    return;
  }
  print(`No server runs on ${dataDir}; starting one for the demo`);
  const server = await options.startServer();
  try {
    await load(server.url, options);
  } finally {
    await server.stop();
  }
  print('Start the server with "npm start", then look at');
  for (const line of demoAddresses(server.siteUrl)) print(line);
}
