import { isObject } from '../../json.ts'
import type { GraphCall } from '../graph/call.ts'
import { invalidParameter } from '../graph/graph-error.ts'
import { allowOnly, type Parameters } from '../graph/parameters.ts'
import type { Container, UserTag } from '../state/posts.ts'
import { instagramError } from './errors.ts'

/**
 * The parameters that a call to create a container accepts, keyed by the kind of container.
 * @see https://developers.facebook.com/documentation/instagram-platform/instagram-graph-api/reference/ig-user/media (read 2026-11-20)
 */
const ALLOWED: Record<Container['kind'], string[]> = {
  single: [
    'image_url',
    'caption',
    'alt_text',
    'user_tags',
    'collaborators',
    'is_ai_generated',
    'is_carousel_item',
    'media_type',
  ],
  child: ['image_url', 'alt_text', 'user_tags', 'is_carousel_item', 'media_type'],
  carousel: ['media_type', 'children', 'caption', 'collaborators', 'is_ai_generated', 'is_carousel_item'],
}

/**
 * Returns the requested kind of container: `carousel`, `child` (an image of a carousel) or, by default, `single`.
 * @throws GraphError for an unknown `media_type`, an uploaded file, or a parameter that the kind does not accept
 */
export function kindOf(parameters: Parameters): Container['kind'] {
  const type = parameters.text('media_type')
  if (type !== undefined && type !== 'CAROUSEL' && type !== 'IMAGE') throw instagramError('mediaType')
  const isChild = parameters.flag('is_carousel_item') ?? false
  if (type === 'CAROUSEL' && isChild) throw invalidParameter('Param is_carousel_item is not allowed')
  const kind = type === 'CAROUSEL' ? 'carousel' : isChild ? 'child' : 'single'
  allowOnly(parameters, ALLOWED[kind])
  if (parameters.files.length > 0) throw invalidParameter('Files are not taken here')
  return kind
}

const MAX_CAPTION = 2200
const MAX_HASHTAGS = 30
const MAX_MENTIONS = 20
const MAX_ALT_TEXT = 1000
const MAX_TAGS = 20
const MAX_COLLABORATORS = 3

/**
 * Returns the caption of a container; empty if not sent.
 * @throws GraphError if it has more than 2200 characters, 30 hashtags or 20 mentions
 */
export function captionOf(parameters: Parameters): string {
  const caption = parameters.text('caption') ?? ''
  const hashtags = caption.match(/#[\p{L}\p{N}_]+/gu) ?? []
  const mentions = caption.match(/@[\w.]+/g) ?? []
  const tooLong = [...caption].length > MAX_CAPTION || hashtags.length > MAX_HASHTAGS || mentions.length > MAX_MENTIONS
  if (tooLong) throw instagramError('caption')
  return caption
}

/**
 * Returns the alternative text of a container; null if not sent.
 * @throws GraphError if it has more than 1000 characters
 */
export function altTextOf(parameters: Parameters): string | null {
  const text = parameters.text('alt_text') ?? null
  if (text !== null && [...text].length > MAX_ALT_TEXT)
    throw invalidParameter(`Param alt_text must be at most ${MAX_ALT_TEXT} characters`)
  return text
}

function inImage(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1
}

function readTag(tag: unknown): UserTag {
  if (!isObject(tag)) throw invalidParameter('Param user_tags must be an array of objects')
  const { username, x, y, ...rest } = tag
  if (typeof username !== 'string' || username === '') throw invalidParameter('user_tags: username is required')
  if (!inImage(x) || !inImage(y)) throw invalidParameter('user_tags: x and y from 0.0 to 1.0 are required for photos')
  const [extra] = Object.keys(rest)
  if (extra !== undefined) throw invalidParameter(`user_tags: ${extra} is not allowed`)
  return { username, x, y }
}

/**
 * Returns the user tags of an image; an empty list if not sent. Unknown usernames count as public accounts.
 * @throws GraphError for an invalid tag, more than 20 tags, or an account that is private in the sandbox
 */
export function userTagsOf({ parameters, state }: GraphCall): UserTag[] {
  const tags = (parameters.list('user_tags') ?? []).map(readTag)
  if (tags.length > MAX_TAGS) throw instagramError('tooManyTags')
  const secret = [...state.instagramAccounts.values()].find(
    ({ username, isPrivate }) => isPrivate && tags.some((tag) => tag.username === username),
  )
  if (secret !== undefined) throw invalidParameter(`user_tags: ${secret.username} cannot be tagged`)
  return tags
}

/**
 * Returns the usernames of collaborators; an empty list if not sent.
 * @throws GraphError if there are more than three, or the parameter is not a list of strings
 */
export function collaboratorsOf(parameters: Parameters): string[] {
  const names = (parameters.list('collaborators') ?? []).map((name) => {
    if (typeof name !== 'string' || name === '')
      throw invalidParameter('Param collaborators must be an array of usernames')
    return name
  })
  if (names.length > MAX_COLLABORATORS)
    throw invalidParameter(`Param collaborators must have at most ${MAX_COLLABORATORS} elements`)
  return names
}
