import { context, propagation, trace } from '@opentelemetry/api';
import { setTracer } from './spans.ts';

export interface TracingOptions {
  /** Where OTLP is taken over HTTP, without `/v1/traces`. */
  readonly endpoint: string;
  readonly serviceName: string;
  readonly version: string;
  /** Part of the traces that begin here and are sent, 0 to 1. */
  readonly ratio: number;
}

/** What is not sent yet when the server stops is given this long. */
const LAST_SPANS_MS = 2_000;

/** Sends spans to a collector from now on, in batches; a collector that is away costs nothing but the spans. Gives what ends it. */
export async function startTracing({ endpoint, serviceName, version, ratio }: TracingOptions): Promise<() => Promise<void>> {
  // Most installations never load these.
  const [{ BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider }, exporters, hooks, resources] =
    await Promise.all([
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/resources'),
    ]);
  const { W3CTraceContextPropagator } = await import('@opentelemetry/core');
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const provider = new TracerProvider({
    resource: resources.resourceFromAttributes({
      'service.name': serviceName,
      'service.version': version,
      'service.instance.id': crypto.randomUUID(),
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new exporters.OTLPTraceExporter({ url }) })],
  });
  context.setGlobalContextManager(new hooks.AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  setTracer(provider.getTracer('archivolt', version));
  return async () => {
    setTracer(undefined);
    const late = new Promise<void>((resolve) => setTimeout(resolve, LAST_SPANS_MS).unref());
    await Promise.race([provider.shutdown().catch(() => undefined), late]);
    context.disable();
    propagation.disable();
    trace.disable();
  };
}
