import { useTracer } from './spans.ts'

interface TracingOptions {
  /** The name of the process, such as `gateway`. */
  name: string
  version: string
  /** The share of traces that is exported, from 0 to 1, except those whose client decides by its `traceparent`. */
  ratio: number
  /** The collector's URL without `/v1/traces`; by default, what the exporter reads from its environment variables. */
  endpoint?: string | undefined
}

/**
 * Turns tracing on for this process: spans are exported by OTLP to the collector. Of the traces that begin in this
 * process, the share `ratio` (0 to 1) is exported; failed spans are always exported. The exporter reads its environment
 * variables, such as `OTEL_EXPORTER_OTLP_HEADERS`, itself. The libraries are loaded only here, so that a process
 * without tracing has none of them.
 */
export async function startTracing(options: TracingOptions): Promise<void> {
  const [{ BatchSpanProcessor }, { OTLPTraceExporter }, { openTracer }] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('./open-tracer.ts'),
  ])
  const { endpoint, ...traces } = options
  const url = endpoint === undefined ? {} : { url: `${endpoint.replace(/\/$/, '')}/v1/traces` }
  const exporter = new OTLPTraceExporter(url)
  useTracer(openTracer({ ...traces, processor: new BatchSpanProcessor({ exporter }) }))
}
