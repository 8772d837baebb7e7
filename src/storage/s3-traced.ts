import type { S3Client } from '@aws-sdk/client-s3';
import { inOutgoingSpan } from '../tracing/outgoing-span.ts';

function statusOf({ response }: { readonly response: unknown }): number | undefined {
  return typeof response === 'object' && response !== null && 'statusCode' in response && typeof response.statusCode === 'number'
    ? response.statusCode
    : undefined;
}

/**
 * Has each request of a client make a span, tries among them. Keys of objects and whatever is signed stay out of it.
 * Source: OpenTelemetry, semantic conventions for AWS SDK client spans.
 */
export function traceRequests(
  client: S3Client,
  { driver, endpoint }: { readonly driver: string; readonly endpoint?: string | undefined },
): void {
  client.middlewareStack.add(
    (next, context) => (args) => {
      const { commandName = 'Command' } = context as { readonly commandName?: string };
      const method = commandName.replace(/Command$/, '');
      const attributes = { 'rpc.system': 'aws-api', 'rpc.service': 'S3', 'rpc.method': method, 'archivolt.store': driver };
      return inOutgoingSpan({ name: `S3 ${method}`, address: endpoint, attributes }, () => next(args), statusOf);
    },
    // Next to the connection: what is answered is seen before it becomes an error.
    { step: 'deserialize', priority: 'low', name: 'traceRequests' },
  );
}
