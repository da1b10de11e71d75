import { type Fields, listOf } from '../fields.ts'
import type { RequestBackend } from '../request-backend.ts'
import { failure, failureOf, isDone, resultOf } from '../results.ts'
import { type ToolResult, tool } from '../tool.ts'
import { invalid, sendChecked } from './checked-post.ts'
import { checkedRequest, object } from './parameters.ts'

const name = 'publish_post'

function publishResult(publish: Fields): ToolResult {
  const { status } = publish
  return status === 'failed' || status === 'unknown' ? failure({ publish }) : resultOf({ publish })
}

/**
 * Reads the publish that an earlier call stored for a request id, and returns the same result as that call.
 * @throws ServiceError `invalid_request` if the API key cannot read the publish
 */
async function published({ call }: RequestBackend, requestId: string): Promise<ToolResult> {
  const response = await call({ operation: 'publishes.list', query: { requestId } })
  if (!isDone(response)) return failureOf(response)
  const [publish] = listOf(response.body['publishes'])
  if (publish === undefined) throw invalid('requestId', 'belongs to a publish that this API key cannot read.')
  return publishResult(publish)
}

export const publishPost = tool({
  name,
  title: 'Publish a checked post',
  description:
    'Publishes now what check_post has checked, exactly once: the same requestId again returns the first publish, so repeat the call if its result was lost.',
  input: object(checkedRequest, ['requestId']),
  effect: 'public',
  toolsets: ['publishing'],
  operations: ['posts.publish'],
  async run({ requestId: sent, confirm }, call) {
    const requestId = sent.toLowerCase()
    const done = await sendChecked(call, {
      ...{ tool: name, requestId, confirm, question: 'Publish this post?' },
      requestOf: (body) => ({ operation: 'posts.publish', body }),
    })
    if ('result' in done) return done.result
    if ('response' in done) return publishResult(done.response.body)
    if ('write' in done.found) return published(call.backend, requestId)
    const message =
      'The post was scheduled with this requestId. Cancel its schedule and check it again to publish it now.'
    return failure({ published: false, message, schedule: done.found.schedule })
  },
})
