import { setTimeout as pause } from 'node:timers/promises';
import type * as s3Library from '@aws-sdk/client-s3';
import { DomainError } from '../errors/domain-error.ts';
import { httpStatusOf, isWorthAnotherTry, s3ErrorCode, withoutDetails } from './s3-errors.ts';
import { traceRequests } from './s3-traced.ts';

/** How a bucket is reached. Credentials are never part of it: the library finds them where the AWS tools do. */
export interface S3Settings {
  readonly driver: string;
  readonly bucket: string;
  /** Absent: the one of AWS in the region. */
  readonly endpoint: string | undefined;
  /** Where clients reach the same service; absent: `endpoint`. */
  readonly publicEndpoint: string | undefined;
  /** Absent: from the environment or profile. */
  readonly region: string | undefined;
  /** Whether the bucket is the first segment of the path, not a part of the host name. */
  readonly pathStyle: boolean;
  /** Section of the shared credentials file; absent: the default chain. */
  readonly profile: string | undefined;
  /** How long nothing may come or go on a connection. */
  readonly idleMs: number;
  /** How long to wait before each further try; as many tries are made, and one. */
  readonly pausesMs: readonly number[];
}

export const DEFAULT_PAUSES_MS: readonly number[] = [100, 500, 2000];
const CONNECT_MS = 5_000;
const MOST_SOCKETS = 64;

const silence = { trace: () => {}, debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

type Library = typeof s3Library;

export interface S3Access {
  readonly library: Library;
  readonly client: s3Library.S3Client;
}

/** A bucket and how to ask it. */
export interface S3Connection {
  readonly settings: S3Settings;

  access(): Promise<S3Access>;

  /**
   * Sends a request, with retries if they may help. The request must be idempotent.
   * @throws DomainError STORAGE_UNAVAILABLE | INSUFFICIENT_STORAGE for everything but what `expected` names, which is thrown as it is.
   */
  send<T>(request: (access: S3Access) => Promise<T>, expected?: readonly string[]): Promise<T>;
}

/** Connects to a bucket when it is first asked: the library is large, and most installations never need it. */
export function createS3Connection(settings: S3Settings): S3Connection {
  let loading: Promise<S3Access> | undefined;

  async function load(): Promise<S3Access> {
    const library = await import('@aws-sdk/client-s3');
    const { driver, endpoint, region, pathStyle, profile, idleMs } = settings;
    const agent = { keepAlive: true, maxSockets: MOST_SOCKETS };
    const client = new library.S3Client({
      ...(endpoint === undefined ? {} : { endpoint }),
      ...(region === undefined ? {} : { region }),
      ...(profile === undefined ? {} : { profile }),
      forcePathStyle: pathStyle,
      // What goes wrong is told by errors; the library would write to the console.
      logger: silence,
      // Retries happen here, where a body can be sent again.
      maxAttempts: 1,
      expectContinueHeader: false,
      // Each upload carries the MD5 of its bytes, which every service checks; newer ways are not known everywhere.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: idleMs, httpAgent: agent, httpsAgent: agent },
    });
    traceRequests(client, { driver, endpoint });
    return { library, client };
  }

  const access = (): Promise<S3Access> => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };

  return {
    settings,
    access,
    async send(request, expected = []) {
      const ready = await access();
      for (let tried = 0; ; tried += 1) {
        try {
          return await request(ready);
        } catch (error) {
          if (error instanceof DomainError || expected.includes(s3ErrorCode(error))) throw error;
          const pauseMs = settings.pausesMs[tried];
          if (pauseMs === undefined || !isWorthAnotherTry(error)) throw storageFault(settings.driver, error);
          // With jitter, so that requests that failed together are not retried together.
          await pause(pauseMs * (0.5 + Math.random()));
        }
      }
    },
  };
}

/** The fault of a store in our words; the response of the service only goes into the log. */
export function storageFault(driver: string, error: unknown): DomainError {
  if (httpStatusOf(error) === 507) {
    return new DomainError('INSUFFICIENT_STORAGE', 'The store is full; nothing was stored.', { cause: withoutDetails(error) });
  }
  return new DomainError('STORAGE_UNAVAILABLE', `The store "${driver}" does not respond or responds with an error; try again later.`, {
    cause: withoutDetails(error),
  });
}
