export { maxBase64Text, publishBodyLimit } from './base64-bound.ts'
export { type Event, eventShape } from './events/event-shape.ts'
export { sampleEvent } from './events/sample-event.ts'
export {
  propertiesOf,
  routedPart,
  type UploadLimits,
  type UploadTarget,
  uploadLimits,
  uploadNames,
  uploadTargets,
} from './multipart.ts'
export { pascal } from './openapi/names.ts'
export { apiPrefix, openApiDocument } from './openapi.ts'
export { commonErrors, isRead, missingScopes, type Operation, type ProfileResolution, readsBody } from './operation.ts'
export type { Input, Output, PlatformOf, RequiredFields } from './operation-types.ts'
export { analyticsOperations } from './operations/analytics.ts'
export { type OperationId, operationIds, operationRow, operations } from './operations/index.ts'
export { requestIdPattern } from './parameters.ts'
export { operationMarkdown, referencePages } from './reference.ts'
export { type SamplePost, samplePosts } from './sample-posts.ts'
export { textBodyLimit } from './text-bound.ts'
export { waitsFor } from './waits-for.ts'
