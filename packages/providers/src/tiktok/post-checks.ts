import { type PostBodies, textLengths } from '@carillon/domain'
import type { Bound, ErrorCode } from '@carillon/errors'
import type { PreparedPost } from '../ports/publish.ts'
import { postFault } from '../post-fault.ts'

export type TiktokPrepared = PreparedPost<'tiktok'>

/** A post without the contents of its media. */
type TiktokText = Omit<PostBodies['tiktok'], 'video' | 'photos'> & { video?: object; photos?: readonly object[] }

/** Returns whether the post is sent to the creator's inbox as a draft instead of being published. */
export function isDraft({ post_mode: mode }: TiktokText): boolean {
  return mode === 'MEDIA_UPLOAD'
}

/**
 * Returns TikTok's value for the audience of the post, such as `SELF_ONLY`: its `privacy_level`, or
 * `PUBLIC_TO_EVERYONE` if it has none.
 */
export function privacyOf({ privacy_level: level }: TiktokText) {
  return level ?? 'PUBLIC_TO_EVERYONE'
}

/** Returns whether everyone can see the post once it is published. Drafts are not public. */
export function isPublic(post: TiktokText): boolean {
  return !isDraft(post) && privacyOf(post) === 'PUBLIC_TO_EVERYONE'
}

/**
 * Returns the caption of a post; empty if it has none. A video has a single text, so title and description are joined
 * by a blank line. Photos have a separate title, so their caption is the description alone.
 */
export function captionOf({ video, tiktok_title: title, tiktok_description: description }: TiktokText): string {
  return video ? [title, description].filter((text) => text).join('\n\n') : (description ?? '')
}

/** The maximum lengths of texts in UTF-16 code units, as TikTok counts. */
const longest = { videoCaption: textLengths.tiktok.max, photoTitle: 90, photoCaption: 4000 }

/** The maximum number of mentions in a caption. */
const maxMentions = 30

/** Why a post is rejected: the field at fault, the public message, and the limit with the actual value, if any. */
interface Complaint {
  at: keyof TiktokText
  message: string
  bound?: Bound
}

interface Check {
  code: ErrorCode
  /** The kind of post to which the check applies. */
  of: 'video' | 'photos' | 'either'
  /** Whether the check also applies to drafts, which ignore all settings. */
  drafts: boolean
  /** Returns the reason if the post is rejected; false or undefined if it is not. */
  complaint(post: TiktokText): Complaint | false | undefined
}

/** Checks of the body alone. The first failed check is reported. */
const checks: readonly Check[] = [
  {
    code: 'privacy_level_unsupported',
    of: 'video',
    drafts: false,
    complaint: (post) =>
      !isPublic(post) && {
        at: 'privacy_level',
        message:
          'TikTok posts a video for everybody only: use PUBLIC_TO_EVERYONE, or post_mode MEDIA_UPLOAD for a draft.',
      },
  },
  {
    code: 'invalid_post_settings',
    of: 'either',
    drafts: false,
    complaint: (post) =>
      post.brand_content_toggle &&
      !isPublic(post) && { at: 'privacy_level', message: 'Branded content has to be visible to everybody.' },
  },
  {
    code: 'invalid_post_settings',
    of: 'photos',
    drafts: false,
    complaint: (post) =>
      post.is_aigc && { at: 'is_aigc', message: 'TikTok takes no label of AI-generated content for photos.' },
  },
  {
    code: 'invalid_post_settings',
    of: 'photos',
    drafts: true,
    complaint: ({ photos = [], photo_cover_index: index }) =>
      index >= photos.length && {
        at: 'photo_cover_index',
        message: `photo_cover_index is ${index}, but the last of the photos has index ${photos.length - 1}.`,
        bound: { limit: photos.length - 1, actual: index },
      },
  },
  {
    code: 'provider_rejected',
    of: 'video',
    drafts: false,
    complaint: (post) =>
      tooLong(captionOf(post), { at: longerText(post), what: 'The caption', max: longest.videoCaption }),
  },
  {
    code: 'provider_rejected',
    of: 'either',
    drafts: false,
    complaint: tooManyMentions,
  },
  {
    code: 'provider_rejected',
    of: 'photos',
    drafts: true,
    complaint: ({ tiktok_title: title = '' }) =>
      tooLong(title, {
        at: 'tiktok_title',
        what: 'The title of a photo post',
        max: longest.photoTitle,
        advice: ' Longer text belongs into tiktok_description.',
      }),
  },
  {
    code: 'provider_rejected',
    of: 'photos',
    drafts: true,
    complaint: (post) =>
      tooLong(captionOf(post), { at: 'tiktok_description', what: 'The description', max: longest.photoCaption }),
  },
]

/** Returns the field that has most of the caption (`captionOf`): the title or the description. */
function longerText({ video, tiktok_title: title = '', tiktok_description: description = '' }: TiktokText) {
  return !video || description.length > title.length ? 'tiktok_description' : 'tiktok_title'
}

/**
 * Returns the reason if the caption has too many mentions. Only those that certainly are mentions count, not an email
 * address: TikTok itself decides about the rest.
 */
function tooManyMentions(post: TiktokText): Complaint | false {
  const { length: actual } = captionOf(post).match(/(?<![\p{L}\p{N}_.@])@\w/gu) ?? []
  const message = `The caption has ${actual} mentions; TikTok takes ${maxMentions}. Remove some.`
  return actual > maxMentions && { at: longerText(post), message, bound: { limit: maxMentions, actual } }
}

function tooLong(
  { length }: string,
  { at, what, max, advice = '' }: { at: keyof TiktokText; what: string; max: number; advice?: string },
): Complaint | false {
  const message = `${what} has ${length} characters; TikTok takes ${max}.${advice}`
  return length > max && { at, message, bound: { limit: max, actual: length } }
}

/**
 * Checks texts and settings of a post before anything is sent: what TikTok would reject, and `is_aigc` for photos,
 * which TikTok would ignore. Of a draft, only the texts and the cover of photos are checked.
 * @throws ProviderError for the first problem, with the code of its check, such as `invalid_post_settings`
 */
export function checkText(post: TiktokText): void {
  const kind = post.video ? 'video' : 'photos'
  for (const { code, of, drafts, complaint } of checks) {
    if ((of !== kind && of !== 'either') || (isDraft(post) && !drafts)) continue
    const found = complaint(post)
    if (found) throw postFault({ code, ...found })
  }
}

/**
 * Checks the texts and settings of a post (`checkText`), and that the time of its cover is within the duration of its
 * video, unless the post is a draft or the duration is unknown.
 * @throws ProviderError for the first problem; `invalid_post_settings` for the cover
 */
export function checkPost(post: TiktokPrepared): void {
  checkText(post)
  const { video, cover_timestamp: moment } = post
  const seconds = video?.source.durationSeconds ?? null
  if (isDraft(post) || seconds === null || moment <= seconds * 1000) return
  const end = Math.floor(seconds * 1000)
  throw postFault({
    code: 'invalid_post_settings',
    at: 'cover_timestamp',
    message: `cover_timestamp is ${moment} ms, but the video ends after ${end} ms.`,
    bound: { limit: end, actual: moment },
  })
}
