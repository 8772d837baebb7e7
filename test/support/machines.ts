// Machines of a test: network namespaces of this one, on a bridge of their own. Where these cannot be made, addresses of the loopback.
import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** One of the machines. */
export interface Machine {
  /** Where its servers listen. */
  readonly host: string;
  /** What a command on it begins with. */
  readonly within: readonly string[];
}

export interface Machines {
  readonly machines: readonly Machine[];
  /** Why these are not namespaces; undefined where they are. */
  readonly reason: string | undefined;
  /** Lets the machines reach a port of the loopback; the address, `host:port`, by which they do. */
  open(port: number): Promise<string>;
}

function ip(...args: readonly string[]): void {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n').findLast((line) => line.trim() !== '') ?? error.message) : String(error);
}

/** Passes connections on to a port of the loopback. */
async function passOn(host: string, port: number): Promise<string> {
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.setNoDelay(true).pipe(other);
      one
        .on('error', () => other.destroy())
        .on('close', () => {
          open.delete(one);
          other.destroy();
        });
    }
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, host, resolve));
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It has no TCP address.');
  return `${host}:${address.port}`;
}

/** Makes machines for the test, which are gone after it. */
export function makeMachines(count: number): Machines {
  const name = `av${process.pid.toString(36)}${randomInt(36 ** 2).toString(36)}`;
  const net = `10.${randomInt(64, 255)}.${randomInt(1, 255)}`;
  const made: (() => void)[] = [];
  const undo = (): void => {
    for (const step of made.splice(0).reverse()) {
      try {
        step();
      } catch {
        // What it would undo is gone.
      }
    }
  };
  try {
    ip('link', 'add', name, 'type', 'bridge');
    made.push(() => ip('link', 'del', name));
    ip('addr', 'add', `${net}.1/24`, 'dev', name);
    ip('link', 'set', name, 'up');
    const machines = Array.from({ length: count }, (_, index): Machine => {
      const space = `${name}n${index}`;
      const host = `${net}.${index + 2}`;
      ip('netns', 'add', space);
      made.push(() => ip('netns', 'del', space));
      ip('link', 'add', `${name}v${index}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space);
      ip('link', 'set', `${name}v${index}`, 'master', name, 'up');
      for (const settings of [
        ['addr', 'add', `${host}/24`, 'dev', 'eth0'],
        ['link', 'set', 'eth0', 'up'],
        ['link', 'set', 'lo', 'up'],
      ]) {
        ip('-n', space, ...settings);
      }
      return { host, within: ['ip', 'netns', 'exec', space] };
    });
    onTestFinished(undo);
    return { machines, reason: undefined, open: (port) => passOn(`${net}.1`, port) };
  } catch (error) {
    undo();
    const machines = Array.from({ length: count }, (_, index): Machine => ({ host: `127.0.1.${index + 1}`, within: [] }));
    return { machines, reason: `network namespaces cannot be made here: ${reasonOf(error)}`, open: async (port) => `127.0.0.1:${port}` };
  }
}
