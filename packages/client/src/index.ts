export { type AnyApiError, ApiError, type ErrorDetails, isApiError, UnexpectedResponseError } from './api-error.ts'
export { type Client, createClient } from './client.ts'
export type { ClientOptions } from './connection.ts'
export type { AnyEvent, EventFeed, FollowOptions } from './follow.ts'
export * from './generated/exports.ts'
export { type OperationId, type Operations, operationTable } from './generated/operations.ts'
export type {
  Body,
  CallOptions,
  Method,
  Pages,
  PathsWith,
  Query,
  RequestOptions,
  Response,
  Result,
} from './operation-types.ts'
export { pagesOf } from './pages.ts'
export type { PublishOptions, WaitOptions } from './publishing.ts'
export { mayHaveArrived } from './retries.ts'
export type { UploadSource } from './uploads/source.ts'
export { type UploadedFile, type UploadOptions, uploadPart } from './uploads/upload.ts'
export { signWebhook, type VerifyOptions, verifyWebhook, WebhookVerificationError } from './webhooks.ts'
export {
  PublishFailedError,
  PublishTimeoutError,
  PublishUnknownError,
  WriteFailedError,
  WriteUnknownError,
} from './write-errors.ts'
