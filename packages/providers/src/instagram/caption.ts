import type { PostBodies } from '@carillon/domain'
import { postFault } from '../post-fault.ts'

/**
 * The parts of a caption whose number Instagram limits. Instagram does not document how it counts them: the patterns
 * match only those that certainly are hashtags or mentions, not `#1` or an email address. Instagram itself decides
 * about the rest.
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media (read
 *   2026-11-20)
 */
const limited = [
  { what: 'hashtags', max: 30, pattern: /(?<![\p{L}\p{N}_&#])#[\p{N}_]*\p{L}[\p{L}\p{N}_]*/gu },
  { what: 'mentions', max: 20, pattern: /(?<![\p{L}\p{N}_.@])@\w/gu },
] as const

/**
 * Checks that a caption has no more hashtags and mentions than Instagram accepts.
 * @throws ProviderError `provider_rejected` if it has
 */
export function checkCaption({ caption = '' }: PostBodies['instagram']): void {
  for (const { what, max, pattern } of limited) {
    const { length: actual } = caption.match(pattern) ?? []
    if (actual <= max) continue
    const message = `The caption has ${actual} ${what}; Instagram accepts at most ${max}. Remove some.`
    throw postFault({ code: 'provider_rejected', at: 'caption', message, bound: { limit: max, actual } })
  }
}
