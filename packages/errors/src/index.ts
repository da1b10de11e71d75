export {
  catalogueRow,
  type ErrorCode,
  type ErrorPlace,
  errorCodes,
  knownCode,
  type RetryAdvice,
} from './catalogue.ts'
export { asServiceError, envelope } from './envelope.ts'
export { keysOf, tableOf } from './keys-of.ts'
export { loadOnce } from './load-once.ts'
export {
  type Bound,
  errorIn,
  fieldError,
  type Issue,
  ServiceError,
  type ServiceErrorOptions,
} from './service-error.ts'
export { shouldRetry } from './should-retry.ts'
