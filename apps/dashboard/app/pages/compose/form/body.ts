import type { Account } from '@carillon/client'
import { factsOf } from '../../../uploads/file-facts.ts'
import { uploadOf } from '../../../uploads/uploads.ts'
import {
  contentFor,
  type Draft,
  type DraftMedia,
  type DraftPart,
  mediaName,
  type SettingValue,
} from '../draft/draft.ts'
import type { MediaSlot, PostForm, Setting } from './post-schema.ts'
import { slotFor } from './slot-choice.ts'

/** The options of a request for which a draft is made into a body. */
export interface Sending {
  /** The URL of an upload at the service, up to its id. */
  uploadsUrl: string
  /** Whether the network takes its files in a form (multipart/form-data). */
  takesForms: boolean
  /**
   * `validate`: in a form, facts about a file replace an upload that is not complete; missing required fields get valid
   * values. `publish`: waits until each upload has an id.
   */
  purpose: 'validate' | 'publish'
}

const encoded = new WeakMap<File, Promise<string>>()

function read(file: File): Promise<string> {
  return new Promise((done, fail) => {
    const reader = new FileReader()
    reader.onload = () => done(String(reader.result).split(',', 2)[1] ?? '')
    reader.onerror = () => fail(new Error(`The file ${file.name} cannot be read. Choose it again.`))
    reader.readAsDataURL(file)
  })
}

/** The bytes of a file as base64; each file is read once. Rejects with a message for the user if it cannot be read. */
function base64Of(file: File): Promise<string> {
  const text = encoded.get(file) ?? read(file)
  encoded.set(file, text)
  return text
}

/** The fields of a media item besides its bytes: alt text and tags, if the field takes them. */
function detailsOf({ item }: MediaSlot, { altText, tags }: DraftMedia): Readonly<Record<string, unknown>> {
  return {
    ...(item.maxAltText !== null && altText.trim() && { altText: altText.trim() }),
    ...(item.takesTags && tags.length > 0 && { userTags: tags }),
  }
}

/**
 * The fields of a media item that refer to its bytes: its URL, the URL of its upload or, where the field takes nothing
 * else, base64.
 */
async function bytesOf({ item }: MediaSlot, { source }: DraftMedia, { uploadsUrl }: Sending): Promise<object> {
  if ('url' in source) return { url: source.url }
  if ('upload' in source) return { url: `${uploadsUrl}${source.upload.uploadId}` }
  const { file } = source
  if (item.takesUrl) return { url: `${uploadsUrl}${await uploadOf(file).created()}` }
  return { [item.typeField]: file.type, base64: await base64Of(file) }
}

/**
 * The part of a form for a media item: the id of its upload or, in a validation until that is complete, facts about the
 * file. Null for media by URL, which forms cannot contain.
 */
async function partOf({ source }: DraftMedia, purpose: Sending['purpose']): Promise<Blob | null> {
  if ('url' in source) return null
  if ('upload' in source) {
    return new Blob([source.upload.uploadId ?? ''], { type: 'application/vnd.carillon.upload' })
  }
  const { file } = source
  const { state, created } = uploadOf(file)
  if (purpose === 'publish' || state.status === 'complete') {
    return new Blob([await created()], { type: 'application/vnd.carillon.upload' })
  }
  return new Blob([JSON.stringify(await factsOf(file))], { type: 'application/vnd.carillon.facts+json' })
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/**
 * The fields with details of the form's files: a single value for one file; for several, a list in their order, with
 * null where a file has none.
 */
function formDetails(slot: MediaSlot, media: readonly DraftMedia[]): [name: string, value: unknown][] {
  const details = media.map((one) => detailsOf(slot, one))
  const names = new Set(details.flatMap((one) => Object.keys(one)))
  return [...names].map((name) => {
    const values = details.map((one) => one[name] ?? null)
    return [name, values.length === 1 ? values[0] : values]
  })
}

/** The request as a form, in which the ids of uploads replace files; other values than texts are JSON. */
async function formOf(
  fields: Readonly<Record<string, unknown>>,
  { slot, media, purpose }: { slot: MediaSlot; media: readonly DraftMedia[]; purpose: Sending['purpose'] },
): Promise<FormData> {
  const form = new FormData()
  for (const [name, value] of [...Object.entries(fields), ...formDetails(slot, media)]) form.set(name, textOf(value))
  for (const one of media) {
    const part = await partOf(one, purpose)
    if (part) form.append(slot.field, part, mediaName(one))
  }
  return form
}

async function mediaBody(slot: MediaSlot | undefined, { media }: DraftPart, sending: Sending): Promise<object> {
  if (media.length === 0 || !slot) return {}
  const itemOf = async (one: DraftMedia) => ({ ...(await bytesOf(slot, one, sending)), ...detailsOf(slot, one) })
  const items = await Promise.all(media.map(itemOf))
  return { [slot.field]: slot.isList ? items : items[0] }
}

async function threadBody({ thread, rules }: PostForm, parts: readonly DraftPart[], sending: Sending): Promise<object> {
  if (!thread || parts.length === 0) return {}
  const partBody = async (part: DraftPart) => ({
    text: part.text,
    ...(await mediaBody(slotFor(thread.slots, part.media, { rules }), part, sending)),
  })
  return { thread: await Promise.all(parts.map(partBody)) }
}

/** The settings of a form that apply if the media are in the field `slot`, which is undefined without one for them. */
export function settingsFor({ settings }: PostForm, slot: MediaSlot | undefined): Setting[] {
  return settings.filter(({ hint }) => hint.with === undefined || hint.with === slot?.field)
}

/** Any allowed value of a required setting, so that a validation without one still reports all other problems. */
function anyValue({ schema }: Setting): SettingValue {
  if (schema.enum?.[0] !== undefined) return schema.enum[0]
  return schema.const === true
}

function settingValues(form: PostForm, draft: Draft, { slot, purpose }: Pick<Sending, 'purpose'> & Slotted) {
  const values = draft.settings[form.platform] ?? {}
  return Object.fromEntries(
    settingsFor(form, slot).flatMap((setting) => {
      const value = values[setting.name]
      if (value !== undefined) return [[setting.name, value]]
      // A missing value is a problem that the composer reports itself.
      return setting.isRequired && purpose === 'validate' ? [[setting.name, anyValue(setting)]] : []
    }),
  )
}

interface Slotted {
  slot: MediaSlot | undefined
}

/**
 * The field of the title, if the network has one. A required title that is missing is `-` in a validation, which then
 * reports all other problems.
 */
function titleOf({ title }: PostForm, text: string, purpose: Sending['purpose']): object {
  if (!title) return {}
  if (text.trim()) return { [title.field]: text.trim() }
  return title.isRequired && purpose === 'validate' ? { [title.field]: '-' } : {}
}

/**
 * The body of the request that validates or publishes a draft on one account, as the API takes it: a form, without
 * media by URL, where the network takes its files in one, otherwise JSON. Files are referred to by their uploads;
 * base64 remains where the API takes nothing else. Rejects if an upload cannot be created or a file cannot be read.
 */
export async function bodyOf(
  form: PostForm,
  draft: Draft,
  { account, ...sending }: Sending & { account: Account },
): Promise<Record<string, unknown> | FormData> {
  const { platform, accountId, profileId } = account
  const { purpose } = sending
  const { title, first, thread } = contentFor(draft, platform)
  const slot = slotFor(form.slots, first.media, { rules: form.rules, chosen: draft.slots[platform] })
  const fields = {
    platform,
    accountId,
    profileId,
    ...titleOf(form, title, purpose),
    ...(form.text && (first.text || form.text.field === 'text') && { [form.text.field]: first.text }),
    ...settingValues(form, draft, { slot, purpose }),
  }
  const isForm = sending.takesForms && slot !== undefined && first.media.some(({ source }) => !('url' in source))
  if (isForm && !slot.item.takesUrl) return formOf(fields, { slot, media: first.media, purpose })
  return { ...fields, ...(await mediaBody(slot, first, sending)), ...(await threadBody(form, thread, sending)) }
}
