interface ErrorOfService {
  readonly name: string;
  readonly message: string;
  readonly status: number | undefined;
}

function read(error: unknown): ErrorOfService {
  if (!(error instanceof Error)) return { name: 'Unknown', message: String(error), status: undefined };
  const metadata: unknown = '$metadata' in error ? error.$metadata : undefined;
  const status: unknown =
    typeof metadata === 'object' && metadata !== null && 'httpStatusCode' in metadata ? metadata.httpStatusCode : undefined;
  return { name: error.name, message: error.message, status: typeof status === 'number' ? status : undefined };
}

/** How the service names a failure, `NoSuchKey` for example. Answers to HEAD have no body: they are named after their status. */
export function s3ErrorCode(error: unknown): string {
  const { name, status } = read(error);
  return status === 404 && (name === 'Unknown' || name === 'UnknownError' || name === '404') ? 'NotFound' : name;
}

/** Status of the answer; `undefined` when there was none. */
export function httpStatusOf(error: unknown): number | undefined {
  return read(error).status;
}

/** Codes of passing troubles that come with a status below 500. */
const PASSING = new Set([
  'RequestTimeout',
  'RequestTimeTooSkewed',
  'SlowDown',
  'Throttling',
  'ThrottlingException',
  'TooManyRequests',
  'BadDigest',
]);
/** Faults that only the operator can fix. */
const LASTING = new Set(['CredentialsProviderError', 'TokenProviderError']);

/** Whether a retry may succeed: the service was busy, failed, or was unreachable. */
export function isWorthAnotherTry(error: unknown): boolean {
  const { name, status } = read(error);
  if (LASTING.has(name) || status === 507 || status === 501) return false;
  return status === undefined || status >= 500 || status === 429 || status === 408 || PASSING.has(name);
}

/** The failure as it may stand in a log: name, status and text, without request, answer and headers. */
export function withoutDetails(error: unknown): Error {
  const { name, message, status } = read(error);
  return new Error(`${name}${status === undefined ? '' : ` (${status})`}: ${message}`);
}
