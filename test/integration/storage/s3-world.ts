import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { createS3Store, type S3StoreOptions } from '../../../src/storage/s3-store.ts';
import { createStagingArea } from '../../../src/storage/staging-area.ts';
import { createFileStorage } from '../../../src/storage/stored-files.ts';
import type { FileStorage } from '../../../src/storage/file-storage.ts';
import { type S3Server, s3ServerAbsence, startS3Server } from '../../support/s3-server.ts';

/** Starts an S3 server before the tests of the file, unless there is none here; its credentials are in the environment. */
export function useS3Server(): () => S3Server {
  let server: S3Server | undefined;
  beforeAll(async () => {
    if (s3ServerAbsence !== undefined) return;
    server = await startS3Server();
    server.lendCredentials();
  });
  afterAll(async () => {
    await server?.stop();
  });
  return () => {
    if (server === undefined) throw new Error(s3ServerAbsence ?? 'The S3 server has not started.');
    return server;
  };
}

/** A storage on an empty bucket, with a staging folder of its own. */
export async function emptyBucket(
  server: S3Server,
  options: Partial<S3StoreOptions> = {},
): Promise<{ storage: FileStorage; bucket: string; stagingFolder: string }> {
  const stagingFolder = await mkdtemp(path.join(tmpdir(), 's3-staging-'));
  onTestFinished(() => rm(stagingFolder, { recursive: true, force: true }));
  const bucket = await server.makeBucket();
  const store = createS3Store({
    driver: 's3',
    label: 'S3',
    bucket,
    endpoint: server.endpoint,
    publicEndpoint: undefined,
    region: 'us-east-1',
    pathStyle: true,
    profile: undefined,
    directUpload: true,
    directDownload: true,
    idleMs: 20_000,
    pausesMs: [10, 10],
    ...options,
  });
  return { storage: createFileStorage({ stores: [store], staging: createStagingArea(stagingFolder) }), bucket, stagingFolder };
}
