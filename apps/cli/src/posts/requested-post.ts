import type { Account } from '@carillon/client'
import type { MediaSlot } from '../fields/post-shape.ts'
import { type GivenField, requestFields } from '../fields/request-fields.ts'
import { operationHelp } from '../generated/operations.ts'
import { postShapes } from '../generated/posts.ts'
import { UsageError } from '../usage-error.ts'
import { type Media, slotFor } from './attach-media.ts'

/** A post as a user has described it. */
export interface PostInput {
  text: string | undefined
  media: readonly Media[]
  /** The name of the field for the media, if several fields accept them; undefined if the user chose none. */
  mediaField: string | undefined
  fields: readonly GivenField[]
}

/** A post for one account: its body, and the files that still have to be sent, with the field for them. */
export interface RequestedPost {
  body: Record<string, unknown>
  media: readonly Media[]
  slot: MediaSlot | null
}

/** Throws a `UsageError` if a field is also given in another way: as the account, the text or the files. */
function requireOnce(given: Readonly<Record<string, unknown>>, others: Readonly<Record<string, unknown>>): void {
  const twice = Object.keys(others).find((name) => given[name] !== undefined && given[name] !== others[name])
  if (twice === undefined) return
  throw new UsageError(`The field ${twice} is also given by the account, the text or the files. Give one of them.`)
}

/**
 * Builds the post for the account's platform from the user's input. Sends and reads nothing.
 * @throws UsageError for a platform without posts, a field that posts do not have or that is given twice, or files that
 *   the platform does not accept
 */
export function requestedPost(
  { platform, accountId }: Pick<Account, 'platform' | 'accountId'>,
  input: PostInput,
): RequestedPost {
  const shape = postShapes[platform]
  if (!shape) throw new UsageError(`${platform} takes no posts.`)
  const { text, media, mediaField, fields } = input
  const { body: given } = requestFields(operationHelp['posts.publish'].fields, fields)
  const slot = media.length === 0 ? null : slotFor(shape, media, mediaField)
  const own = { platform, accountId, ...(text !== undefined && { [shape.text]: text }) }
  requireOnce(given, { ...own, ...(slot && { [slot.field.replace('[]', '')]: media }) })
  return { body: { ...own, ...given }, media, slot }
}
