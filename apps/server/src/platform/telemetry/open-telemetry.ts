import type { Attributes } from '@opentelemetry/api';
import { faultForLog } from '../fault-for-log.ts';
import { shortened, type Work, type WorkObserver } from './telemetry.ts';

/** How often metrics are handed over. */
const metricsEveryMs = 30_000;
/** Nobody waits longer for a receiver that does not answer when the process ends. */
const longestFarewellMs = 2_000;

export interface ReceiverOptions {
  /** Base address of the receiver (OTLP over HTTP, JSON); `/v1/traces` and `/v1/metrics` follow. */
  readonly endpoint: string;
  readonly productVersion: string;
  readonly role: string;
  /** Milliseconds by which the event loop is late, and requests waiting for a connection: read when metrics go out. */
  readonly gauges: { readonly eventLoopDelay: () => number; readonly waitingForDatabase: () => number };
  /** How often what was seen is handed over; default as the libraries do. */
  readonly everyMs?: number;
}

/**
 * Tells a receiver by OpenTelemetry's protocol: a span for each call and each piece of a job with one for each of its
 * round trips to the database, and how long they took as histograms. Names and attributes follow the semantic
 * conventions for HTTP and databases (1.37); no parameter, path, body or message of a fault that quotes one is among them.
 * Headers for the receiver come from `OTEL_EXPORTER_OTLP_HEADERS`, read by the library. A receiver that is away costs nothing but
 * what it would have been told.
 */
export async function createOpenTelemetry(options: ReceiverOptions): Promise<WorkObserver> {
  const [api, traces, metrics, resources, traceExport, metricExport] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/sdk-metrics'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/exporter-metrics-otlp-http'),
  ]);
  const base = options.endpoint.replace(/\/$/, '');
  const resource = resources.resourceFromAttributes({
    'service.name': 'depotwerk',
    'service.version': options.productVersion,
    'service.instance.id': crypto.randomUUID(),
    'depotwerk.role': options.role,
  });
  const provider = new traces.TracerProvider({
    resource,
    spanProcessors: [
      new traces.BatchSpanProcessor({
        exporter: new traceExport.OTLPTraceExporter({ url: `${base}/v1/traces` }),
        ...(options.everyMs !== undefined && { scheduledDelayMillis: options.everyMs }),
      }),
    ],
  });
  const meters = new metrics.MeterProvider({
    resource,
    readers: [
      new metrics.PeriodicExportingMetricReader({
        exporter: new metricExport.OTLPMetricExporter({ url: `${base}/v1/metrics` }),
        exportIntervalMillis: options.everyMs ?? metricsEveryMs,
        exportTimeoutMillis: options.everyMs ?? metricsEveryMs,
      }),
    ],
  });
  const tracer = provider.getTracer('depotwerk');
  const meter = meters.getMeter('depotwerk');
  const seconds = (name: string, description: string) =>
    meter.createHistogram(name, { unit: 's', description });
  const durations = {
    call: seconds('http.server.request.duration', 'Seconds until a call was answered'),
    job: seconds('depotwerk.job.chunk.duration', 'Seconds a piece of a job took'),
  };
  const statements = seconds('db.client.operation.duration', 'Seconds a round trip to the database took');
  meter
    .createObservableGauge('depotwerk.event_loop.delay', { unit: 'ms' })
    .addCallback((result) => result.observe(options.gauges.eventLoopDelay()));
  meter
    .createObservableGauge('depotwerk.database.waiting', { unit: '{request}' })
    .addCallback((result) => result.observe(options.gauges.waitingForDatabase()));

  return {
    begin(work) {
      const began = performance.now();
      const attributes = attributesOf(work);
      const span = tracer.startSpan(
        work.name,
        { kind: work.kind === 'call' ? api.SpanKind.SERVER : api.SpanKind.INTERNAL, attributes },
        api.ROOT_CONTEXT,
      );
      const parent = api.trace.setSpan(api.ROOT_CONTEXT, span);
      return {
        statement({ kind, text, startedAt, milliseconds, hasFailed }) {
          const told: Attributes = { 'db.system.name': 'postgresql', 'db.operation.name': kind };
          statements.record(milliseconds / 1000, told);
          const part = tracer.startSpan(
            `database ${kind}`,
            {
              kind: api.SpanKind.CLIENT,
              startTime: startedAt,
              attributes: { ...told, 'db.query.text': shortened(text) },
            },
            parent,
          );
          if (hasFailed) part.setStatus({ code: api.SpanStatusCode.ERROR });
          part.end(startedAt + milliseconds);
        },
        end(status, fault) {
          const ending: Attributes = status === null ? {} : { 'http.response.status_code': status };
          durations[work.kind].record((performance.now() - began) / 1000, { ...attributes, ...ending });
          span.setAttributes(ending);
          if (fault !== null && (status === null || status >= 500)) {
            const { name, message, code } = faultForLog(fault);
            span.setAttribute('error.type', code ?? name);
            span.setStatus({ code: api.SpanStatusCode.ERROR, message });
          }
          span.end();
        },
      };
    },
    async close() {
      const farewell = Promise.allSettled([provider.shutdown(), meters.shutdown()]);
      const late = new Promise((resolve) => {
        setTimeout(resolve, longestFarewellMs).unref();
      });
      await Promise.race([farewell, late]);
    },
  };
}

const attributesOf = ({ kind, name, attributes }: Work): Attributes => ({
  ...attributes,
  [kind === 'call' ? 'depotwerk.call' : 'depotwerk.job']: name,
});
