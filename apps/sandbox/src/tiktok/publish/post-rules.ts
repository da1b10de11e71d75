import { requireScope } from '../http/endpoint.ts'
import { integer, optional, record, text } from '../http/reader.ts'
import type { Person } from '../people.ts'
import { badParameter } from '../rejection.ts'
import type { Grant } from '../store/grant.ts'

const volume = optional(integer({ min: 0, max: 100 }))
const moment = optional(integer({ min: 0 }))

/**
 * Reads `music_sound_info` of a video: the required `music_sound_id`, and the optional start and end of the music (at
 * least 0) and volumes of the music and the original sound (0 to 100).
 */
export const videoMusic = record({
  music_sound_id: text(),
  music_sound_volume: volume,
  music_sound_start: moment,
  music_sound_end: moment,
  video_original_sound_volume: volume,
})

/** Reads `music_sound_info` of a photo post, whose only field is the required `music_sound_id`. */
export const photoMusic = record({ music_sound_id: text() })

const maxMentions = 30

/** Throws a `Rejection` (`badParameter`) if a caption has more than 30 mentions (`@handle`), repeated ones included. */
export function requireMaxMentions(caption: string): void {
  if ([...caption.matchAll(/(?<![\w.])@[\w.]+/g)].length > maxMentions)
    throw badParameter('post_info.caption', `Mentions more than ${maxMentions} users.`)
}

const switches = { comment: 'commentDisabled', duet: 'duetDisabled', stitch: 'stitchDisabled' } as const

/**
 * Rejects a post that allows comments, duets or stitches that the creator has disabled for the account.
 * @param disabled the `disable_…` fields of the post; a name that is absent is not checked
 * @throws Rejection `badParameter` that names the field
 */
export function requireCreatorSettings(
  person: Person,
  disabled: Partial<Record<keyof typeof switches, boolean | undefined>>,
): void {
  for (const name of ['comment', 'duet', 'stitch'] as const)
    if (name in disabled && person[switches[name]] && disabled[name] !== true)
      throw badParameter(`post_info.disable_${name}`, `Must be true: the creator has disabled ${name}.`)
}

/**
 * Throws a `Rejection` (`scopeMissing`) unless the grant has the scope `video.publish` or, for a draft, `video.upload`.
 */
export function requirePublishScope(grant: Grant, draft: boolean): void {
  requireScope(grant, [draft ? 'video.upload' : 'video.publish'])
}
