/** Subscriptions that are held open, and read, while something else is measured. */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Opened at the same time. */
const TOGETHER = 100;
/** In which the server ends the streams of before, and begins the last ones: that is not to be measured. */
const REST_MS = 4_000;

export interface HeldStreams {
  /** Opens so many streams of a subscription, in place of those before. */
  follow(url: string, count: number, query: string, token?: string): Promise<void>;
  release(): void;
}

/** Resolves once the stream has begun. @throws Error when it is refused */
function openStream(url: string, query: string, token: string | undefined): Promise<Socket> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('data', (beginning) => {
      if (!beginning.toString('latin1').startsWith('HTTP/1.1 200')) {
        socket.destroy();
        reject(new Error(`A stream was refused: ${beginning.toString('latin1').slice(0, 300)}`));
        return;
      }
      socket.on('error', () => undefined);
      socket.resume();
      resolve(socket);
    });
    const key = token === undefined ? '' : `X-Service-key: ${token}\r\n`;
    socket.write(
      `GET /graphql/stream?query=${encodeURIComponent(query)} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/event-stream\r\n${key}\r\n`,
    );
  });
}

export function createHeldStreams(): HeldStreams {
  let held: Socket[] = [];
  const release = (): void => {
    for (const socket of held) socket.destroy();
    held = [];
  };
  return {
    follow: async (url, count, query, token) => {
      release();
      while (held.length < count) {
        const together = Math.min(TOGETHER, count - held.length);
        held.push(...(await Promise.all(Array.from({ length: together }, () => openStream(url, query, token)))));
      }
      await sleep(REST_MS);
    },
    release,
  };
}
