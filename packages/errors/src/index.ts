export {
  catalogue,
  catalogueRow,
  type ErrorCode,
  type ErrorPlace,
  errorCodes,
  knownCode,
  type RetryAdvice,
} from './catalogue.ts'
export { asServiceError, docUrlOf, type Envelope, envelope, internalError } from './envelope.ts'
export { isKeyOf, keysOf, tableOf } from './keys-of.ts'
export {
  type Bound,
  type FailedCheck,
  fieldError,
  type Issue,
  ServiceError,
  type ServiceErrorOptions,
} from './service-error.ts'
