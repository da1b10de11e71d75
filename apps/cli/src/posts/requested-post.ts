import type { Account } from '@carillon/client'
import type { MediaSlot } from '../fields/post-shape.ts'
import { type GivenField, requestFields } from '../fields/request-fields.ts'
import { operationHelp } from '../generated/operations.ts'
import { postShapes } from '../generated/posts.ts'
import { UsageError } from '../usage-error.ts'
import { type Media, slotFor } from './attach-media.ts'

/** What a user has said of a post. */
export interface PostInput {
  text: string | undefined
  media: readonly Media[]
  /** Which field takes the media, where several could. */
  mediaField: string | undefined
  fields: readonly GivenField[]
}

/** A post for one account: its body, and the files that are still to be sent with their place. */
export interface RequestedPost {
  body: Record<string, unknown>
  media: readonly Media[]
  slot: MediaSlot | null
}

/**
 * The post that texts and paths make on the platform of an account.
 * @throws UsageError for a field that posts do not have, or files that the platform does not take
 */
export function requestedPost(
  { platform, accountId }: Pick<Account, 'platform' | 'accountId'>,
  input: PostInput,
): RequestedPost {
  const shape = postShapes[platform]
  if (!shape) throw new UsageError(`${platform} takes no posts.`)
  const { text, media, mediaField, fields } = input
  const { body: given } = requestFields(operationHelp['posts.publish'].fields, fields)
  const body = { platform, accountId, ...(text !== undefined && { [shape.text]: text }), ...given }
  return { body, media, slot: media.length === 0 ? null : slotFor(shape, media, mediaField) }
}
