export { drainOnSignal } from './drain-on-signal.ts'
export { endAfterDrain, inJob, inRequest, requestFields } from './end-after-drain.ts'
export { endWhenBlocked } from './end-when-blocked.ts'
export { FIELDS, type LogFields } from './fields.ts'
export { createLogger, type Logger, type LogLevel, type ProcessLogger } from './logger.ts'
export { redact, redactText, redactUrl } from './redact.ts'
export type { RequestLine } from './request-line.ts'
export {
  beginSpan,
  currentTraceparent,
  endTracing,
  inSpan,
  isTracing,
  type Span,
} from './tracing/spans.ts'
export { startTracing } from './tracing/start-tracing.ts'
