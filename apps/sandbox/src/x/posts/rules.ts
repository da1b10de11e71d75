import type { Backend } from '../backend.ts'
import { type Account, accountById, type Post } from '../state.ts'
import { forbidden, invalid, notPermitted } from '../wire/problem.ts'
import { findLinks } from './links.ts'
import { findCashtags, mentions } from './mentions.ts'
import type { PostBody } from './post-shape.ts'
import { weightedLength } from './weighted-length.ts'

const SHORT_TEXT = 280
const LONG_TEXT = 25_000

/**
 * Fields that are rejected because the simulated app's plan does not include their features. X removed quoting from its
 * self-serve plans in April 2026.
 */
const NOT_SOLD = ['quote_tweet_id', 'edit_options', 'card_uri', 'community_id', 'geo', 'direct_message_deep_link']
const NOT_SOLD_FLAGS = ['nullcast', 'for_super_followers_only', 'share_with_followers']

/** Throws a `Problem` (403) if a post uses a feature that X's self-serve plans lack, such as a quote or a community. */
export function checkFeatures(body: PostBody): void {
  if (NOT_SOLD.some((name) => name in body) || NOT_SOLD_FLAGS.some((name) => body[name] === true)) throw notPermitted()
}

/**
 * Throws a `Problem` if a post has neither text, media nor a poll, if it has both media and a poll, or if its text has
 * invalid characters (400); or if the text has several cashtags or is too long for its author (403).
 */
export function checkText(author: Account, { text = '', media, poll }: PostBody): void {
  if (text.trim() === '' && media === undefined && poll === undefined) {
    throw invalid('text', 'One of `text`, `media` or `poll` is required', text)
  }
  if (media !== undefined && poll !== undefined) throw invalid('poll', 'A post holds media or a poll, not both')
  if (/[\u{FFFE}\u{FEFF}\u{FFFF}]/u.test(text) || !text.isWellFormed())
    throw invalid('text', 'holds invalid characters')
  const limit = author.subscriptionType.startsWith('Premium') ? LONG_TEXT : SHORT_TEXT
  if (weightedLength(text) > limit) throw forbidden('Your Tweet text is too long.')
  if (findCashtags(text).length > 1) throw forbidden('Posts created via the API are limited to one cashtag.')
}

/**
 * Throws a `Problem` (403) if the author has published the same text in the last `options.duplicateWindowMs`
 * milliseconds and not deleted that post. Spaces around texts are ignored; a blank text is never a duplicate.
 */
export function checkDuplicate({ state, options, now }: Backend, author: Account, text: string): void {
  const said = text.trim().normalize('NFC')
  if (said === '') return
  const since = now() - options.duplicateWindowMs
  for (const post of state.posts.values()) {
    if (post.accountId !== author.id || post.createdAt <= since) continue
    if (post.text.trim().normalize('NFC') === said) {
      throw forbidden('You are not allowed to create a Tweet with duplicate content.')
    }
  }
}

/**
 * Returns the post that is replied to (`parent`); undefined if the new post is not a reply. Users can reply to their
 * own posts and to posts of others that mention them, for which `summoned` is true.
 * @throws Problem 403 if the parent does not exist or the author cannot reply to it
 */
export function checkReply(
  { state }: Backend,
  author: Account,
  body: PostBody,
): { parent: Post; summoned: boolean } | undefined {
  if (body.reply === undefined) return undefined
  const parent = state.posts.get(body.reply.in_reply_to_tweet_id)
  if (parent === undefined) {
    throw forbidden('You attempted to reply to a Tweet that is deleted or not visible to you.')
  }
  if (parent.accountId === author.id) return { parent, summoned: false }
  if (mentions(parent.text, author.handle)) return { parent, summoned: true }
  throw forbidden(
    'Reply to this conversation is not allowed because you have not been mentioned or otherwise engaged by the author.',
  )
}

/** Throws a `Problem` (400) if a tagged user does not exist. */
export function checkTags({ state }: Backend, { media }: PostBody): void {
  const stranger = media?.tagged_user_ids?.find((id) => accountById(state, id) === undefined)
  if (stranger !== undefined) throw invalid('media.tagged_user_ids', 'is not the id of a user', stranger)
}

/** Returns whether a text contains a link, which makes the post more expensive. */
export function holdsLink(text: string): boolean {
  return findLinks(text).length > 0
}
