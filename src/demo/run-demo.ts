import { findRunningServer, readSuperuserToken } from '../running-server.ts';
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

async function load(url: string, options: DemoOptions): Promise<void> {
  const { tokenFile, print, answerLimitMs = ANSWER_LIMIT_MS } = options;
  const changed = await loadDemo(createRestClient(url, await readSuperuserToken(tokenFile), answerLimitMs), print);
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
