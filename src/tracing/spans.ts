/**
 * Spans of this process, by the API of OpenTelemetry. Until an operator names a collector there is no tracer, and each of these
 * functions costs one look.
 */
import { type Attributes, context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api';

let tracer: Tracer | undefined;

/** Makes spans from now on, or none any more. */
export function setTracer(next: Tracer | undefined): void {
  tracer = next;
}

/** Whether spans are made. */
export function isTracing(): boolean {
  return tracer !== undefined;
}

/** Begins a span below the one of this asynchronous context, or a trace of its own; undefined where nothing is traced. */
export function beginSpan(name: string, kind: SpanKind, attributes: Attributes, parent = context.active()): Span | undefined {
  return tracer?.startSpan(name, { kind, attributes }, parent);
}

/** Runs work in the context of a span. */
export function insideSpan<Result>(span: Span, parent: typeof ROOT_CONTEXT, work: () => Result): Result {
  return context.with(trace.setSpan(parent, span), work);
}

/** Marks a span as failed. The message of an error can hold what nobody should read elsewhere; its kind is told alone. */
export function failSpan(span: Span, error: unknown): void {
  const code = error instanceof Error && 'code' in error ? String(error.code) : error instanceof Error ? error.name : typeof error;
  span.setAttribute('error.type', code);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Runs work in a span of its own, which ends with it. */
export async function inSpan<Result>(
  { name, attributes = {}, isRoot = false }: { readonly name: string; readonly attributes?: Attributes; readonly isRoot?: boolean },
  work: () => Promise<Result>,
): Promise<Result> {
  if (tracer === undefined) return work();
  const parent = isRoot ? ROOT_CONTEXT : context.active();
  const span = tracer.startSpan(name, { kind: SpanKind.INTERNAL, attributes }, parent);
  try {
    return await insideSpan(span, parent, work);
  } catch (error) {
    failSpan(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** The span of this asynchronous context, where something is traced. */
export function activeSpan(): Span | undefined {
  return tracer === undefined ? undefined : trace.getActiveSpan();
}
