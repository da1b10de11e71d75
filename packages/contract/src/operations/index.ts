import { keysOf } from '@carillon/errors'
import type { Operation } from '../operation.ts'
import { accountOperations } from './accounts.ts'
import { adsOperations } from './ads.ts'
import { analyticsOperations } from './analytics.ts'
import { auditOperations } from './audit.ts'
import { commentOperations } from './comments.ts'
import { connectionOperations, connectLinkOperations } from './connections.ts'
import { deploymentOperations } from './deployment.ts'
import { eventOperations } from './events.ts'
import { keyOperations } from './keys.ts'
import { messageOperations } from './messages.ts'
import { originOperations } from './origins.ts'
import { postOperations } from './posts.ts'
import { profileOperations } from './profiles.ts'
import { publishOperations } from './publishes.ts'
import { requestOperations } from './requests.ts'
import { scheduleOperations, slotOperations } from './schedules.ts'
import { uploadOperations } from './uploads.ts'
import { usageOperations } from './usage.ts'
import { webhookOperations } from './webhooks.ts'
import { writeOperations } from './writes.ts'

/** Every operation of the API, keyed by its id, such as `posts.publish`. */
export const operations = {
  ...profileOperations,
  ...connectionOperations,
  ...connectLinkOperations,
  ...accountOperations,
  ...postOperations,
  ...publishOperations,
  ...uploadOperations,
  ...scheduleOperations,
  ...slotOperations,
  ...messageOperations,
  ...analyticsOperations,
  ...commentOperations,
  ...adsOperations,
  ...writeOperations,
  ...eventOperations,
  ...webhookOperations,
  ...usageOperations,
  ...deploymentOperations,
  ...keyOperations,
  ...originOperations,
  ...auditOperations,
  ...requestOperations,
} as const

export type OperationId = keyof typeof operations

export const operationIds = keysOf(operations)

/** Returns the row of an operation as the general type `Operation`, for code that handles all operations alike. */
export function operationRow(id: OperationId): Operation {
  return operations[id]
}
