import { type Span, SpanKind } from '@opentelemetry/api';
import { activeSpan, beginSpan } from './spans.ts';

/** Of a statement; a long one is a list of columns or of values. */
const MOST_CHARACTERS = 2_000;

/**
 * Begins the span of a statement, with its text and without its parameters. Undefined where nothing is traced, and for what the process asks by
 * itself. Source: OpenTelemetry, semantic conventions for database client spans.
 */
export function statementSpan(text: string): Span | undefined {
  if (activeSpan() === undefined) return undefined;
  const operation = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'SQL';
  return beginSpan(operation, SpanKind.CLIENT, {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    'db.query.text': text.slice(0, MOST_CHARACTERS),
  });
}
