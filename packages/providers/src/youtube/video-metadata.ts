import { type PostBodies, textLengths } from '@carillon/domain'
import { postFault } from '../post-fault.ts'

/** A post without its video. */
type VideoPost = Omit<PostBodies['youtube'], 'video'>

const { max: descriptionBytes } = textLengths.youtube

/** The maximum length of all tags together, with the commas between them and quotes around tags that contain spaces. */
const tagCharacters = 500

function lengthOfTags(tags: readonly string[]): number {
  const lengths = tags.map((tag) => [...tag].length + (/\s/.test(tag) ? 2 : 0))
  return lengths.reduce((sum, length) => sum + length, Math.max(0, tags.length - 1))
}

/**
 * Checks a title, description and tags before an upload consumes the daily quota.
 * @throws ProviderError `provider_rejected` for values that YouTube is known to reject
 */
function rejectUnacceptable({ title, description = '', tags = [] }: VideoPost): void {
  const code = 'provider_rejected'
  if (title.trim() === '')
    throw postFault({ code, at: 'title', message: 'title is blank, which YouTube does not allow.' })
  const texts = [
    { name: 'title', at: 'title', text: title },
    { name: 'description', at: 'description', text: description },
    ...tags.map((text, index) => ({ name: 'tag', at: `tags[${index}]`, text })),
  ]
  for (const { name, at, text } of texts) {
    const character = /[<>]/.exec(text)?.[0]
    if (character === undefined) continue
    const message = `${name} contains "${character}", which YouTube does not allow. Remove it.`
    throw postFault({ code, at, message })
  }
  const together = lengthOfTags(tags)
  if (together > tagCharacters) {
    const message = `The tags have ${together} characters together; YouTube accepts at most ${tagCharacters}. Remove some.`
    throw postFault({ code, at: 'tags', message, bound: { limit: tagCharacters, actual: together } })
  }
  const bytes = Buffer.byteLength(description)
  if (bytes <= descriptionBytes) return
  const message = `YouTube takes descriptions of at most ${descriptionBytes} bytes; this one has ${bytes}.`
  throw postFault({ code, at: 'description', message, bound: { limit: descriptionBytes, actual: bytes } })
}

/**
 * Returns the publishing time in UTC as a field of the video; `{}` if the post has none. YouTube publishes at once if
 * the time has passed.
 * @throws ProviderError `invalid_post_settings` if `privacy_status` is not `private`
 */
function publishAt({ publish_at, privacy_status }: VideoPost): { publishAt?: string } {
  if (publish_at === undefined) return {}
  if (privacy_status !== 'private') {
    const message = 'publish_at goes with privacy_status "private" only: the video turns public at that time.'
    throw postFault({ code: 'invalid_post_settings', at: 'publish_at', message })
  }
  const at = new Date(publish_at)
  // JavaScript's Date does not accept leap seconds, so the text is kept.
  return { publishAt: Number.isNaN(at.getTime()) ? publish_at : at.toISOString() }
}

interface VideoMetadata {
  /** The `video` resource to create, with its parts `snippet` and `status`. */
  resource: { snippet: Record<string, unknown>; status: Record<string, unknown> }
  /** Query parameters of the call that opens the upload. */
  parameters: Record<string, string>
}

/**
 * Converts a post to YouTube's `video` resource. Omitted fields stay omitted, so that the channel's defaults apply.
 * @throws ProviderError `provider_rejected` for texts or tags that YouTube would reject, `invalid_post_settings` for a
 *   `publish_at` whose `privacy_status` is not `private`
 * @see https://developers.google.com/youtube/v3/docs/videos#resource (read 2026-11-20)
 */
export function videoMetadata(post: VideoPost): VideoMetadata {
  rejectUnacceptable(post)
  const { title, description, tags, category_id, privacy_status, made_for_kids, contains_synthetic_media } = post
  const snippet = { title, description, tags, categoryId: category_id }
  const status = {
    privacyStatus: privacy_status,
    ...publishAt(post),
    // `madeForKids` is YouTube's own decision; this field is the uploader's declaration.
    selfDeclaredMadeForKids: made_for_kids,
    containsSyntheticMedia: contains_synthetic_media,
  }
  const notify = post.notify_subscribers
  return {
    resource: { snippet, status },
    parameters: notify === undefined ? {} : { notifySubscribers: String(notify) },
  }
}
