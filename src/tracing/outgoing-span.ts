import { type Attributes, context, ROOT_CONTEXT, SpanKind } from '@opentelemetry/api';
import { activeSpan, beginSpan, failSpan, insideSpan } from './spans.ts';

/** A request to a service outside. */
export interface OutgoingCall {
  /** Its span is named so: the method, and what is asked. */
  readonly name: string;
  /** Where it goes; host and port are told alone, since addresses hold keys and identifiers. */
  readonly address?: string | undefined;
  readonly attributes?: Attributes;
  /** It begins a trace where it belongs to none; others are not traced by themselves. */
  readonly startsTrace?: boolean;
}

/** Host and port. Source: OpenTelemetry, semantic conventions for HTTP client spans. */
function serverOf(address: string | undefined): Attributes {
  if (address === undefined || !URL.canParse(address)) return {};
  const { hostname, port } = new URL(address);
  return { 'server.address': hostname.replace(/^\[|\]$/g, ''), ...(port !== '' && { 'server.port': Number(port) }) };
}

/**
 * Sends a request in a span of its own, below that of the request or job that it is for.
 * @param statusOf The status of an answer over HTTP; from 400 on the span has failed
 */
export async function inOutgoingSpan<Answer>(
  { name, address, attributes = {}, startsTrace = false }: OutgoingCall,
  send: () => Promise<Answer>,
  statusOf?: (answer: Answer) => number | undefined,
): Promise<Answer> {
  const around = activeSpan();
  if (around === undefined && !startsTrace) return send();
  const span = beginSpan(name, SpanKind.CLIENT, { ...serverOf(address), ...attributes }, ...(around === undefined ? [ROOT_CONTEXT] : []));
  if (span === undefined) return send();
  try {
    const answer = await insideSpan(span, context.active(), send);
    const status = statusOf?.(answer);
    if (status !== undefined) span.setAttribute('http.response.status_code', status);
    if (status !== undefined && status >= 400) failSpan(span, Object.assign(new Error('An answer of an error.'), { code: String(status) }));
    return answer;
  } catch (error) {
    failSpan(span, error);
    throw error;
  } finally {
    span.end();
  }
}
