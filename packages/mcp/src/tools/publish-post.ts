import { fieldError } from '@carillon/errors'
import { askUser } from '../confirmation.ts'
import { type Fields, fieldsOf, listOf } from '../fields.ts'
import { lookUp, writeOnce } from '../once.ts'
import type { RequestBackend, StoredWrite } from '../request-backend.ts'
import { failure, failureOf, isDone, resultOf } from '../results.ts'
import { type Confirmation, type ToolResult, tool } from '../tool.ts'
import { object } from './parameters.ts'
import { previewOf } from './preview.ts'

const invalid = (field: string, message: string) => fieldError({ path: [field], message, whole: 'arguments' })

function publishResult(publish: Fields): ToolResult {
  const { status } = publish
  return status === 'failed' || status === 'unknown' ? failure({ publish }) : resultOf({ publish })
}

/** The publish of a request id as every repeated call returns it. */
async function published({ call }: RequestBackend, requestId: string): Promise<ToolResult> {
  const response = await call({ operation: 'publishes.list', query: { requestId } })
  if (!isDone(response)) return failureOf(response)
  const [publish] = listOf(response.body['publishes'])
  if (publish === undefined) throw invalid('requestId', 'belongs to a publish that this API key cannot read.')
  return publishResult(publish)
}

/** What has to happen before a checked post is published; undefined if nothing has to. */
function unconfirmed(
  stored: StoredWrite,
  { confirmation, confirm }: { confirmation: Confirmation; confirm: string | undefined },
): ToolResult | undefined {
  if (confirmation === 'accepted') return undefined
  if (confirmation === 'pending') return askUser(`Publish this post?\n\n${previewOf(fieldsOf(stored.payload))}`)
  if (confirmation === 'declined') {
    const message = `The user declined. The requestId stays valid until ${stored.expiresAt.toISOString()}.`
    return failure({ published: false, message })
  }
  if (confirm === stored.code) return undefined
  const message =
    'Show the preview of check_post to the user. If the user agrees, call publish_post again with confirm: the code that check_post returned with this requestId.'
  throw invalid('confirm', message)
}

/** The checked post of a request id; undefined if it has a publish already. */
async function checkedPost(backend: RequestBackend, requestId: string): Promise<StoredWrite | undefined> {
  const stored = await backend.writes.read(requestId)
  if (stored === undefined || stored.tool !== 'publish_post') {
    throw invalid('requestId', 'is unknown. Call check_post, which returns one that is valid for 15 minutes.')
  }
  const isNew = stored.payload !== null && stored.state === 'open' && !stored.isUsed
  if (!isNew && (await lookUp(backend, requestId)) !== undefined) return undefined
  if (stored.payload !== null && stored.state !== 'expired') return stored
  const since = stored.expiresAt.toISOString()
  throw invalid('requestId', `expired at ${since}, and nothing was published with it. Call check_post again.`)
}

export const publishPost = tool({
  name: 'publish_post',
  title: 'Publish a checked post',
  description:
    'Publishes now what check_post has checked, exactly once: the same requestId again returns the first publish, so repeat the call if its result was lost.',
  input: object(
    {
      requestId: { type: 'string', format: 'uuid', description: 'From check_post.' },
      confirm: { type: 'string', maxLength: 64, description: 'The confirm code of check_post, after the user agreed.' },
    },
    ['requestId'],
  ),
  effect: 'public',
  toolsets: ['publishing'],
  operations: ['posts.publish'],
  async run({ requestId: sent, confirm }, { backend, confirmation }) {
    const requestId = sent.toLowerCase()
    const stored = await checkedPost(backend, requestId)
    if (stored === undefined) return published(backend, requestId)
    // What another call is publishing was confirmed there.
    const open = stored.state === 'open' ? unconfirmed(stored, { confirmation, confirm }) : undefined
    if (open !== undefined) return open
    const request = { operation: 'posts.publish', body: stored.payload } as const
    const written = await writeOnce(backend, { requestId, request })
    if (written.kind === 'rejected') return failureOf(written.response)
    if (written.kind === 'expired') throw invalid('requestId', 'has expired, and nothing was published with it.')
    await backend.writes.dropChecked(requestId)
    return written.kind === 'done' ? publishResult(written.response.body) : published(backend, requestId)
  },
})
