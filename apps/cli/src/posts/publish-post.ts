import { type Body, type Client, type Publish, PublishFailedError, PublishUnknownError } from '@carillon/client'
import type { RequestJournal } from '../invocation/request-journal.ts'
import { sendOnce } from '../requests/send-once.ts'
import { givenBodyOf } from '../untyped-requests.ts'
import { attachMedia } from './attach-media.ts'
import type { RequestedPost } from './requested-post.ts'

/** How a post is sent: under which request id, and how long the command waits for it. */
export interface Publishing {
  requestId: string
  /** Whether an earlier run may have used the request id. */
  isGiven: boolean
  /** Records the request before it is sent, for a later run. */
  journal: RequestJournal
  /** The time in ms to wait until the post is published; undefined to return as soon as the publish is stored. */
  waitMs: number | undefined
  /** Aborts when the command is interrupted. */
  signal: AbortSignal
  /** Shows the user a line about the progress. */
  say(text: string): void
}

/**
 * Uploads the files of a post and returns the body to send. The fields that the user gave are not validated here, as
 * the service validates them.
 * @throws the error of the client for an upload that failed, or of the file system for a file that cannot be read
 */
export async function bodyOf(
  client: Client,
  { body, media, slot }: RequestedPost,
  { signal, say }: Pick<Publishing, 'signal' | 'say'>,
): Promise<Body<'posts.publish'>> {
  const whole = slot === null ? body : await attachMedia({ client, signal, say }, body, { media, slot })
  return givenBodyOf('posts.publish', whole)
}

const isOpen = ({ status }: Publish) => status === 'processing' || status === 'accepted'

/** Returns a publish that an earlier run has stored in the same way as if this run had sent it. */
async function continued(client: Client, publish: Publish, { waitMs, signal }: Publishing): Promise<Publish> {
  const ended =
    waitMs !== undefined && isOpen(publish)
      ? await client.waitForPublish(publish, { timeoutMs: waitMs, signal })
      : publish
  if (ended.status === 'failed') throw new PublishFailedError(ended)
  if (ended.status === 'unknown') throw new PublishUnknownError({ publish: ended, requestId: ended.requestId })
  return ended
}

/**
 * Publishes a post exactly once, even if an earlier run with the same request id was interrupted at any moment. Returns
 * the publish, which may still be in progress if `waitMs` is undefined.
 * @throws PublishFailedError if it failed, PublishUnknownError if it is unknown whether it was published,
 *   PublishTimeoutError if it is stored but not seen to end within `waitMs`, OutcomeUnknownError if it is unknown
 *   whether the service stored it, ApiError if the service rejects it
 */
export async function publishPost(client: Client, post: RequestedPost, publishing: Publishing): Promise<Publish> {
  const { requestId, waitMs, signal } = publishing
  return sendOnce(
    client,
    {
      ...publishing,
      kind: 'publish',
      async send(sender) {
        const body = await bodyOf(sender, post, publishing)
        const stored = await sender.posts.publish(body, { requestId, signal })
        return continued(sender, stored, publishing)
      },
      resultOf: (earlier) => {
        if (!('publish' in earlier)) throw new TypeError('A publish is looked up among publishes.')
        return continued(client, earlier.publish, { ...publishing, waitMs })
      },
    },
    publishing.isGiven,
  )
}
