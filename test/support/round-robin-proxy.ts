// A proxy as operators have it in front of several servers: each request goes to the next one that says it is ready.
import { Agent, createServer, type IncomingMessage, request as ask, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

const CHECK_INTERVAL_MS = 200;

export interface RoundRobinProxy {
  readonly url: string;
  /** The servers that requests go to now, once they are ready. */
  servers: readonly string[];
  /** Requests that were passed on, by server. */
  readonly passed: ReadonlyMap<string, number>;
  /** Whether requests go to a server. */
  isReady(server: string): boolean;
  /** Gives a server no more requests. */
  remove(server: string): void;
  /** Requests that a server has not answered yet. */
  underWay(server: string): number;
}

/** Starts it without servers. A connection that is refused before anything was sent is tried with the next server, as proxies do. */
export async function startRoundRobinProxy(): Promise<RoundRobinProxy> {
  const ready = new Set<string>();
  const passed = new Map<string, number>();
  const underWay = new Map<string, number>();
  const proxy = { servers: [] as readonly string[] };
  const agent = new Agent({ keepAlive: false });
  let turn = 0;

  function pass(incoming: IncomingMessage, answer: ServerResponse, tries: number): void {
    const known = proxy.servers.filter((server) => ready.has(server));
    turn += 1;
    const server = known[turn % known.length];
    if (server === undefined) {
      answer.writeHead(502).end('There is no server that is ready.');
      return;
    }
    const { hostname, port } = new URL(server);
    const count = (by: number): void => void underWay.set(server, (underWay.get(server) ?? 0) + by);
    count(1);
    const headers = { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress ?? '' };
    const onward = ask({ agent, hostname, port, method: incoming.method, path: incoming.url, headers }, (reply) => {
      passed.set(server, (passed.get(server) ?? 0) + 1);
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answer);
      reply.on('error', () => answer.destroy());
    });
    let connected = false;
    onward.once('socket', (socket) =>
      socket.once('connect', () => {
        connected = true;
        incoming.pipe(onward);
      }),
    );
    onward.on('error', () => {
      if (!connected) ready.delete(server);
      if (!connected && tries > 1) pass(incoming, answer, tries - 1);
      else if (answer.headersSent) answer.destroy();
      else answer.writeHead(502).end('The server has ended the connection.');
    });
    onward.once('close', () => count(-1));
    answer.once('close', () => onward.destroy());
  }

  const server = createServer((incoming, answer) => pass(incoming, answer, proxy.servers.length));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const stopping = new AbortController();
  async function check(one: string): Promise<void> {
    const is = await fetch(`${one}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (is && proxy.servers.includes(one)) ready.add(one);
    else ready.delete(one);
  }
  const checking = (async () => {
    while (!stopping.signal.aborted) {
      await Promise.all(proxy.servers.map(check));
      await sleep(CHECK_INTERVAL_MS);
    }
  })();
  onTestFinished(async () => {
    stopping.abort();
    await checking;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no TCP address.');
  return Object.assign(proxy, {
    url: `http://127.0.0.1:${address.port}`,
    passed,
    isReady: (one: string) => ready.has(one),
    remove: (one: string) => {
      proxy.servers = proxy.servers.filter((other) => other !== one);
      ready.delete(one);
    },
    underWay: (one: string) => underWay.get(one) ?? 0,
  });
}
