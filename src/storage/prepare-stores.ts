import { DomainError } from '../errors/domain-error.ts';
import { StartupError } from '../errors/startup-error.ts';
import { describeStores, type StorageConfig } from './create-storage.ts';
import { createS3Connection, type S3Settings } from './s3-connection.ts';

export interface StoreChecks {
  /** Makes sure that a folder can be written, which the named variable asks for. @throws StartupError */
  readonly folder: (root: string, setting: 'STORAGE_URL' | 'FURTHER_STORES') => Promise<void>;
  /** Told of a store that does not answer now and may answer later. */
  readonly onFault: (error: unknown, driver: string) => void;
}

/** Longest wait for a bucket at the start; later requests wait longer. */
const START_PATIENCE_MS = 5_000;

/**
 * Looks at every store before anything is started. A bucket that does not exist, and missing credentials, are refused; a service
 * that does not answer is not, since the server has other things to do.
 * @throws StartupError
 */
export async function prepareStores(config: Omit<StorageConfig, 'dataDir'>, checks: StoreChecks): Promise<void> {
  const stores = describeStores(config);
  for (const [index, store] of stores.entries()) {
    if (store.type === 's3') await prepareBucket(store.options, checks.onFault);
    else await checks.folder(store.options.root, index === 0 ? 'STORAGE_URL' : 'FURTHER_STORES');
  }
}

async function prepareBucket(settings: S3Settings, onFault: StoreChecks['onFault']): Promise<void> {
  const { driver, bucket } = settings;
  const { send } = createS3Connection({ ...settings, idleMs: START_PATIENCE_MS, pausesMs: [] });
  try {
    await send(
      ({ client, library }) => client.send(new library.HeadBucketCommand({ Bucket: bucket })),
      ['NotFound', 'NoSuchBucket', 'CredentialsProviderError'],
    );
  } catch (error) {
    if (error instanceof DomainError) onFault(error, driver);
    else if (error instanceof Error && error.name === 'CredentialsProviderError') {
      throw new StartupError(
        `No credentials were found for the store "${driver}". Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or a profile.`,
      );
    } else throw new StartupError(`The bucket "${bucket}" of the store "${driver}" does not exist. Create it, or correct its URL.`);
  }
}
