// The S3 server of a file of tests.
import { vi } from 'vitest';
import { type S3Process, startS3Process } from './s3-process.ts';

export { s3ServerAbsence } from './s3-process.ts';

export interface S3Server extends S3Process {
  /** Puts its credentials where the AWS library of this process looks, until the server stops. */
  lendCredentials(): void;
}

/** Starts a server of its own for the file of tests that asks, on an empty folder. */
export async function startS3Server(): Promise<S3Server> {
  const server = await startS3Process();
  return {
    ...server,
    lendCredentials() {
      for (const [name, value] of Object.entries(server.credentials)) vi.stubEnv(name, value);
    },
    async stop() {
      vi.unstubAllEnvs();
      await server.stop();
    },
  };
}
