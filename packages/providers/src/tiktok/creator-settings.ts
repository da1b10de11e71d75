import type { Fields } from '../json.ts'
import { postFault } from '../post-fault.ts'
import { readApi } from './client.ts'
import type { TikTokCall } from './credentials.ts'
import { isDraft, privacyOf, type TiktokPrepared } from './post-checks.ts'

/** The code for a setting of the post that the creator has not enabled. */
const code = 'invalid_post_settings'

/** Features that a creator can disable for all posts, with the field of the post that must then be true as well. */
const switches = [
  { name: 'comment', setting: 'comment_disabled', field: 'disable_comment', of: ['video', 'photos'] },
  { name: 'duet', setting: 'duet_disabled', field: 'disable_duet', of: ['video'] },
  { name: 'stitch', setting: 'stitch_disabled', field: 'disable_stitch', of: ['video'] },
] as const

function checkPrivacy(post: TiktokPrepared, { privacy_level_options: options }: Fields): void {
  const wanted = privacyOf(post)
  if (!Array.isArray(options) || options.includes(wanted)) return
  const message = `The creator cannot post as ${wanted}, only as ${options.join(', ')}.`
  throw postFault({ code, at: 'privacy_level', message })
}

function checkSwitches(post: TiktokPrepared, settings: Fields): void {
  const kind = post.video ? 'video' : 'photos'
  for (const { name, setting, field, of } of switches) {
    if (!of.some((one) => one === kind) || settings[setting] !== true || post[field]) continue
    throw postFault({ code, at: field, message: `The creator has turned ${name} off: ${field} has to be true.` })
  }
}

function checkDuration({ video }: TiktokPrepared, { max_video_post_duration_sec: maxSeconds }: Fields): void {
  const seconds = video?.source.durationSeconds ?? null
  if (seconds === null || typeof maxSeconds !== 'number' || seconds <= maxSeconds) return
  const length = Math.round(seconds * 100) / 100
  const message = `The video is ${length} s long; the creator may post at most ${maxSeconds} s.`
  throw postFault({ code: 'invalid_video', at: 'video', message, bound: { limit: maxSeconds, actual: seconds } })
}

/**
 * Reads the creator's current settings from TikTok and checks the post against them. For a draft, only the duration of
 * the video is checked. What TikTok does not report is not checked.
 * @throws ProviderError `invalid_video` if the video is too long; `invalid_post_settings` for an audience or a feature,
 *   such as duets, that the creator has not enabled; the rejection of TikTok if the settings cannot be read
 * @see https://business-api.tiktok.com/portal/docs/api-reference/v1.3 (read 2026-11-20)
 */
export async function checkCreator(call: TikTokCall, post: TiktokPrepared): Promise<void> {
  const settings = await readApi(call, { path: '/business/video/settings/', operation: 'accounts.settings' })
  checkDuration(post, settings)
  if (isDraft(post)) return
  checkPrivacy(post, settings)
  checkSwitches(post, settings)
}
