import type { Tool } from '../tool.ts'
import { accountTools } from './accounts.ts'
import { checkPost } from './check-post.ts'
import { commentTools } from './comments.ts'
import { describePostFields } from './describe-post-fields.ts'
import { explainError } from './explain-error.ts'
import { messageTools } from './messages.ts'
import { operationTools } from './operations.ts'
import { publishPost } from './publish-post.ts'
import { publishTools } from './publishes.ts'
import { readReport } from './read-report.ts'
import { scheduleTools } from './schedules.ts'

const workflows: readonly Tool[] = [
  ...accountTools,
  describePostFields,
  checkPost,
  publishPost,
  ...scheduleTools,
  ...publishTools,
  ...commentTools,
  ...messageTools,
  readReport,
  explainError,
]

/** All MCP tools, in the order in which clients list them. */
export const tools: readonly Tool[] = [...workflows, ...operationTools(workflows)]
