import { reject } from '../errors/google-error.ts'
import type { Metadata } from '../state/state.ts'
import { checkShape, isObject, type Json } from './shape.ts'
import { videoShape, writableParts } from './video-shape.ts'

const titleCharacters = 100
const descriptionBytes = 5000
const tagCharacters = 500
/**
 * The ids of the categories that a video can have.
 * @see https://developers.google.com/youtube/v3/docs/videoCategories/list (read 2026-11-20): those that can be assigned
 */
const categories = ['1', '2', '10', '15', '17', '19', '20', '22', '23', '24', '25', '26', '27', '28', '29']
const dateTime = /^\d{4}-\d{1,2}-\d{1,2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/i
const language = /^[a-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*$/

/**
 * Reads and validates the metadata of an upload as YouTube does at `now` (ms since the epoch). `parts` are the
 * requested parts; metadata of other parts is rejected.
 * @throws GoogleError if it is invalid
 * @see https://developers.google.com/youtube/v3/docs/videos/insert (read 2026-11-20)
 */
export function readMetadata(body: Json, { parts, now }: { parts: ReadonlySet<string>; now: number }): Metadata {
  checkShape(body, videoShape, 'resource')
  const uncalled = writableParts.find((part) => part in body && !parts.has(part))
  if (uncalled !== undefined) throw reject('unexpectedPart', { message: uncalled })
  const { snippet, recordingDetails, localizations } = { snippet: member(body, 'snippet'), ...extras(body) }
  const defaultLanguage = readLanguage(snippet['defaultLanguage'])
  if (localizations !== null && defaultLanguage === null) throw reject('defaultLanguageNotSet')
  return {
    // A video without a snippet is called so.
    title: parts.has('snippet') ? readTitle(snippet['title']) : 'unknown',
    description: readDescription(snippet['description']),
    tags: readTags(snippet['tags']),
    categoryId: readCategory(snippet['categoryId']),
    defaultLanguage,
    defaultAudioLanguage: readLanguage(snippet['defaultAudioLanguage']),
    ...readStatus(member(body, 'status'), now),
    recordingDate: recordingDetails,
    localizations,
  }
}

function member(body: Json, name: string): Json {
  const value = body[name]
  return isObject(value) ? value : {}
}

function extras(body: Json): Pick<Metadata, 'localizations'> & { recordingDetails: string | null } {
  const { recordingDate } = member(body, 'recordingDetails')
  if (typeof recordingDate === 'string' && !dateTime.test(recordingDate)) throw reject('invalidRecordingDetails')
  const localizations = isObject(body['localizations'])
    ? Object.entries(body['localizations']).map(([code, text]) => {
        const { title, description } = isObject(text) ? text : {}
        return [code, { title: readTitle(title), description: readDescription(description) }] as const
      })
    : null
  return {
    recordingDetails: typeof recordingDate === 'string' ? recordingDate : null,
    localizations: localizations === null ? null : Object.fromEntries(localizations),
  }
}

function readTitle(title: unknown): string {
  const text = typeof title === 'string' ? title : ''
  if (text.trim() === '' || [...text].length > titleCharacters || /[<>]/.test(text)) throw reject('invalidTitle')
  return text
}

function readDescription(description: unknown): string {
  const text = typeof description === 'string' ? description : ''
  if (Buffer.byteLength(text) > descriptionBytes || /[<>]/.test(text)) throw reject('invalidDescription')
  return text
}

/**
 * Returns the tags of a video; an empty list if `tags` is not a list.
 * @throws GoogleError `invalidTags` if a tag is blank or contains `<` or `>`, or if they are longer than 500 characters
 *   in total, counting the commas between tags and quotes around tags that contain a space
 */
function readTags(tags: unknown): string[] {
  const list: string[] = Array.isArray(tags) ? tags : []
  const counted = list
    .map((tag) => [...tag].length + (tag.includes(' ') ? 2 : 0))
    .reduce((sum, count) => sum + count, 0)
  const characters = counted + Math.max(0, list.length - 1)
  if (characters > tagCharacters || list.some((tag) => tag.trim() === '' || /[<>]/.test(tag)))
    throw reject('invalidTags')
  return list
}

function readCategory(categoryId: unknown): string {
  if (categoryId === undefined || categoryId === null) return '22'
  const category = categories.find((known) => known === categoryId)
  if (category === undefined) throw reject('invalidCategoryId')
  return category
}

function readLanguage(code: unknown): string | null {
  if (typeof code !== 'string') return null
  if (!language.test(code)) throw reject('invalidVideoMetadata')
  return code
}

type Status = Pick<
  Metadata,
  | 'privacyStatus'
  | 'publishAt'
  | 'selfDeclaredMadeForKids'
  | 'containsSyntheticMedia'
  | 'embeddable'
  | 'license'
  | 'publicStatsViewable'
>

function readStatus(status: Json, now: number): Status {
  const privacy = status['privacyStatus']
  const privacyStatus = privacy === 'private' || privacy === 'unlisted' ? privacy : 'public'
  const publishAt = readPublishAt(status['publishAt'], privacyStatus)
  const past = publishAt !== null && publishAt <= now
  const kids = status['selfDeclaredMadeForKids']
  return {
    // An hour that is over publishes at once.
    privacyStatus: past ? 'public' : privacyStatus,
    publishAt: past ? null : publishAt,
    selfDeclaredMadeForKids: typeof kids === 'boolean' ? kids : null,
    containsSyntheticMedia: status['containsSyntheticMedia'] === true,
    embeddable: status['embeddable'] !== false,
    license: status['license'] === 'creativeCommon' ? 'creativeCommon' : 'youtube',
    publicStatsViewable: status['publicStatsViewable'] !== false,
  }
}

function readPublishAt(publishAt: unknown, privacyStatus: string): number | null {
  if (publishAt === undefined || publishAt === null) return null
  const at = typeof publishAt === 'string' && dateTime.test(publishAt) ? Date.parse(publishAt) : Number.NaN
  if (Number.isNaN(at) || privacyStatus !== 'private') throw reject('invalidPublishAt')
  return at
}
