export { type DescribedError, describeError } from './describe-error.ts'
export { FIELDS, type LogFields } from './fields.ts'
export { createLogger, type Logger, type LoggerOptions, type LogLevel } from './logger.ts'
export { isSecretName, REDACTED, redact, redactText, redactUrl } from './redact.ts'
