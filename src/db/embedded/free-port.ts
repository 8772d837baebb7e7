import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { StartupError } from '../../errors/startup-error.ts';

/**
 * Below the ports that Linux (32768) and macOS (49152) give to outgoing connections. Such a connection would hold the port of a PostgreSQL
 * that is being restarted, which has to come back at the same address.
 */
const PORTS = { first: 20_000, end: 32_768 } as const;
const ATTEMPTS = 100;

/** A loopback TCP port from 20000 to 32767 that was free a moment ago. @throws StartupError when none of a hundred is. */
export async function pickFreePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(PORTS.first, PORTS.end);
    if (!(await isPortTaken(port))) return port;
  }
  throw new StartupError(`None of ${ATTEMPTS} TCP ports from ${PORTS.first} to ${PORTS.end - 1} is free on 127.0.0.1.`);
}

/** Whether something listens on the loopback port now. */
export async function isPortTaken(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(true));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(false)));
  });
}
