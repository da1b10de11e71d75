import type { Platform } from '@carillon/client'
import type { MediaKind } from '../draft/draft.ts'
import type { MediaRule } from './crop.ts'

/** The keywords of JSON Schema that the composer reads. */
interface Schema {
  type?: string
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  items?: Schema
  oneOf?: readonly Schema[]
  enum?: readonly string[]
  const?: unknown
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  minItems?: number
  maxItems?: number
  default?: unknown
}

/** Facts about a field that its schema does not contain. */
interface SettingHint {
  /** The values to offer, keyed by value, with the names that users know. */
  choices?: Readonly<Record<string, string>>
  /** The media field without which this field has no effect. */
  with?: string
  /** The meaning of its number: a time of the video in milliseconds, or the index of an image, from 0. */
  picks?: 'frame' | 'image'
  /** The terms of the network that the field agrees to. */
  terms?: { title: string; url: string }
  /** Whether the network does what the flag says if it is absent; otherwise that means no. */
  isOnByDefault?: true
}

/** How a network shows a post, for the preview. `text` is its place relative to the media; `on` is on top of them. */
export interface Appearance {
  text: 'above' | 'below' | 'on'
  /**
   * The number of characters (graphemes) and of lines after which the rest is hidden behind `word`; null if everything
   * is shown.
   */
  fold: { characters: number; lines: number; word: string } | null
  media: 'grid' | 'carousel'
  /**
   * The ratio of width to height of the frame around the media, keyed by media field; others have the ratio of their
   * media.
   */
  frames: Readonly<Record<string, number>>
  /** The smallest ratio of width to height in which media are shown whole; taller ones are cut. */
  minRatio: number
  /** Whether the first link of a post without media becomes a card. */
  linkCard: boolean
}

/** The maximum length of the main text, in the unit in which its network counts. */
export interface TextLength {
  unit: 'graphemes' | 'codePoints' | 'utf16' | 'bytes'
  max: number
}

type ByNetwork<T> = Readonly<Partial<Record<Platform, T>>>

/**
 * Facts from the gateway, each keyed by network: the schema of the request that publishes, the names of its text fields
 * in reading order, the length of its main text, and more about its fields. Absent where nothing is known.
 */
export interface PostSchemas {
  schemas: ByNetwork<Schema>
  textFields: ByNetwork<readonly string[]>
  textLengths: ByNetwork<TextLength>
  mediaRules: ByNetwork<readonly MediaRule[]>
  settingHints: ByNetwork<Readonly<Record<string, SettingHint>>>
  appearances: ByNetwork<Appearance>
}

/** The media that one item of a field can contain. `typeField` is the name of the field with its content type. */
interface ItemShape {
  typeField: string
  contentTypes: readonly string[]
  /** The maximum size in bytes of a file that is sent within the request. */
  maxBytes: number
  takesUrl: boolean
  /** The maximum length of its alt text in characters; null if it takes none. */
  maxAltText: number | null
  takesTags: boolean
}

/** A field of a post that contains media, between `min` and `max` of them; of these `kinds`. */
export interface MediaSlot {
  field: string
  isList: boolean
  min: number
  max: number
  kinds: readonly MediaKind[]
  item: ItemShape
}

/** A field that is neither text nor media, such as who may see the post. */
export interface Setting {
  name: string
  schema: Schema
  isRequired: boolean
  hint: SettingHint
}

/** The body of the request that publishes on a network, as the composer needs it; made from its schema. */
export interface PostForm {
  platform: Platform
  /** The maximum length of the main text in the network's own unit; null if the network states none. */
  length: TextLength | null
  /** The requirements of the network for media; each rule names its field. */
  rules: readonly MediaRule[]
  appearance: Appearance | null
  /**
   * The field of the main text, and its maximum length by the schema in characters; null if the network takes no text.
   */
  text: { field: string; maxLength: number | null } | null
  title: { field: string; maxLength: number | null; isRequired: boolean } | null
  slots: readonly MediaSlot[]
  /** Whether a post requires media. */
  needsMedia: boolean
  settings: readonly Setting[]
  /**
   * The posts that can follow the first in a thread, `max` of them, and their text's maximum length in characters; null
   * if threads are not supported.
   */
  thread: { max: number; slots: readonly MediaSlot[]; maxLength: number | null } | null
}

function kindsOf(contentTypes: readonly string[]): MediaKind[] {
  return (['image', 'video'] as const).filter((kind) => contentTypes.some((type) => type.startsWith(`${kind}/`)))
}

function constText(value: unknown): string[] {
  return typeof value === 'string' ? [value] : []
}

function itemShape(schema: Schema): ItemShape | null {
  const alternatives = schema.oneOf ?? [schema]
  const withBytes = alternatives.find(({ properties }) => properties?.['base64'])
  const { properties } = withBytes ?? {}
  if (!properties) return null
  const typeField = 'content_type' in properties ? 'content_type' : 'contentType'
  const type = properties[typeField]
  return {
    typeField,
    contentTypes: type?.enum ?? constText(type?.const),
    maxBytes: Math.floor(((properties['base64']?.maxLength ?? 0) * 3) / 4),
    takesUrl: alternatives.some((one) => one.properties?.['url'] !== undefined),
    maxAltText: properties['altText']?.maxLength ?? null,
    takesTags: properties['userTags'] !== undefined,
  }
}

function slotOf(field: string, schema: Schema): MediaSlot | null {
  const item = itemShape(schema.items ?? schema)
  if (!item) return null
  const isList = schema.items !== undefined
  const min = isList ? (schema.minItems ?? 1) : 1
  const max = isList ? (schema.maxItems ?? 1) : 1
  return { field, isList, min, max, kinds: kindsOf(item.contentTypes), item }
}

function slotsOf({ properties = {} }: Schema): MediaSlot[] {
  return Object.entries(properties).flatMap(([field, schema]) => slotOf(field, schema) ?? [])
}

function needsMedia({ required = [], oneOf = [] }: Schema, slots: readonly MediaSlot[]): boolean {
  const names = new Set(slots.map(({ field }) => field))
  const hasSlot = (fields: readonly string[]) => fields.some((field) => names.has(field))
  return hasSlot(required) || (oneOf.length > 0 && oneOf.every((one) => hasSlot(one.required ?? [])))
}

const addressing = ['platform', 'accountId', 'profileId', 'thread']

function settingsOf({ properties = {}, required = [] }: Schema, taken: ReadonlySet<string>, hints: Hints): Setting[] {
  return Object.entries(properties)
    .filter(([name]) => !taken.has(name))
    .map(([name, schema]) => ({ name, schema, isRequired: required.includes(name), hint: hints[name] ?? {} }))
}

type Hints = Readonly<Record<string, SettingHint>>

/** Returns the form of a network; null if nothing can be published there. */
export function postForm(facts: PostSchemas, platform: Platform): PostForm | null {
  const schema = facts.schemas[platform]
  if (!schema) return null
  const { properties = {}, required = [] } = schema
  const slots = slotsOf(schema)
  // A network's title, if it has one, and its text.
  const textFields = facts.textFields[platform] ?? []
  const [titleField, textField] = textFields.length > 1 ? textFields : [undefined, textFields[0]]
  const taken = new Set([...addressing, ...textFields, ...slots.map(({ field }) => field)])
  const thread = properties['thread']
  const lengthOf = (field: string) => properties[field]?.maxLength ?? null
  const title = titleField === undefined ? null : { field: titleField, isRequired: required.includes(titleField) }
  return {
    platform,
    length: facts.textLengths[platform] ?? null,
    rules: facts.mediaRules[platform] ?? [],
    appearance: facts.appearances[platform] ?? null,
    text: textField === undefined ? null : { field: textField, maxLength: lengthOf(textField) },
    title: title && { ...title, maxLength: lengthOf(title.field) },
    slots,
    needsMedia: needsMedia(schema, slots),
    settings: settingsOf(schema, taken, facts.settingHints[platform] ?? {}),
    thread: thread?.items
      ? {
          max: thread.maxItems ?? 1,
          slots: slotsOf(thread.items),
          maxLength: thread.items.properties?.['text']?.maxLength ?? null,
        }
      : null,
  }
}

/** The fields that can contain media of these kinds, by number and kind, in the order of `slots`. */
export function fittingSlots(slots: readonly MediaSlot[], kinds: readonly MediaKind[]): MediaSlot[] {
  return slots.filter(
    ({ kinds: taken, min, max }) =>
      kinds.length >= min && kinds.length <= max && kinds.every((kind) => taken.includes(kind)),
  )
}

type Amount = Pick<MediaSlot, 'min' | 'max' | 'kinds'>

function countWords({ min, max, kinds }: Amount): string {
  if (max === 1) return `1 ${kinds.join(' or ')}`
  const nouns = kinds.map((kind) => `${kind}s`).join(' or ')
  return min > 0 ? `${min} to ${max} ${nouns}` : `up to ${max} ${nouns}`
}

/** Joins the amounts of fields for one item and for several of the same kind into one amount. */
function joined(amounts: readonly Amount[]): Amount[] {
  const result: Amount[] = []
  for (const one of amounts) {
    const at = result.findIndex(({ kinds, max }) => kinds.join() === one.kinds.join() && max + 1 === one.min)
    const before = result[at]
    if (before) result[at] = { ...before, max: one.max }
    else result.push(one)
  }
  return result
}

/** The media that a post can contain, in words: "1 to 10 images or 1 video". */
export function mediaWords(slots: readonly MediaSlot[]): string {
  const words = [...new Set(joined(slots).map(countWords))]
  const last = words.pop()
  return words.length === 0 ? (last ?? 'no media') : `${words.join(', ')} or ${last}`
}
