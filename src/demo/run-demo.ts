import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { StartupError } from '../errors/startup-error.ts';
import { demoAddresses, loadDemo, type Print } from './load-demo.ts';
import { createRestClient } from './rest-client.ts';

/** A running server, and how to stop it. */
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
  /** How long a server may take for an answer. */
  readonly answerLimitMs?: number;
}

/** Far more than a server takes that works, on a busy machine too. */
const ANSWER_LIMIT_MS = 15_000;

const serverFile = z.object({ url: z.url(), pid: z.int() });

/**
 * Address of the server that runs on the data folder, if one does.
 * @throws StartupError when it takes the question and gives no answer.
 */
async function findRunningServer(dataDir: string, limitMs: number): Promise<string | undefined> {
  let server: z.infer<typeof serverFile>;
  try {
    server = serverFile.parse(JSON.parse(await readFile(join(dataDir, 'server.json'), 'utf8')));
    // After `kill -9` the file stays, and its port may be another program's by now, which must not see the token.
    process.kill(server.pid, 0);
  } catch {
    return undefined;
  }
  try {
    return (await fetch(`${server.url}/readyz`, { signal: AbortSignal.timeout(limitMs) })).ok ? server.url : undefined;
  } catch (error) {
    if (!(error instanceof Error && error.name === 'TimeoutError')) return undefined;
    throw new StartupError(`The server at ${server.url} (process ${server.pid}) does not respond; stop it, and run the demo again.`);
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
  const { tokenFile, print, answerLimitMs = ANSWER_LIMIT_MS } = options;
  const changed = await loadDemo(createRestClient(url, await readToken(tokenFile), answerLimitMs), print);
  print(changed ? 'The demo is loaded.' : 'The demo is already loaded; nothing was changed.');
}

/**
 * Loads the demo into the installation of a data folder: through the server that runs on it, or else through one that is
 * started for this and stopped again.
 * @throws StartupError when no server can be started, or a step is refused.
 */
export async function runDemo(options: DemoOptions): Promise<void> {
  const { dataDir, print, answerLimitMs = ANSWER_LIMIT_MS } = options;
  const running = await findRunningServer(dataDir, answerLimitMs);
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
