import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type Client, uploadPart } from '@carillon/client'
import type { MediaSlot, PostShape } from '../fields/post-shape.ts'
import { UsageError } from '../usage-error.ts'
import { mediaTypeOf } from './media-type.ts'

type Json = Record<string, unknown>

/** A file of a post, with the text that describes it. */
export interface Media {
  path: string
  altText: string | undefined
}

export interface Attaching {
  client: Client
  signal: AbortSignal
  /** Shows the user a line about the progress. */
  say(text: string): void
}

/**
 * Returns the field that the files of a post go into. `wanted` is the name of the field that the user chose; if it is
 * undefined, the field is `video` if that accepts the types of the files, otherwise the first one that does.
 * @throws UsageError if no field, or not the one named `wanted`, accepts the types; if the field would not accept the
 *   number of the files or their alternative texts; or if the type of a file is unknown
 */
export function slotFor({ media: slots }: PostShape, media: readonly Media[], wanted: string | undefined): MediaSlot {
  const kinds = new Set(media.map(({ path }) => mediaTypeOf(path).split('/')[0] ?? ''))
  const fitting = slots.filter((slot) => slot.media === 'any' || [...kinds].every((kind) => kind === slot.media))
  const named = wanted === undefined ? fitting : fitting.filter(({ field }) => field.replace('[]', '') === wanted)
  const slot = named.find(({ field }) => field === 'video') ?? named[0]
  if (!slot) {
    const given = wanted === undefined ? [...kinds].join(' and ') : `${[...kinds].join(' and ')} in ${wanted}`
    throw new UsageError(
      `The platform takes no ${given} in one post. It takes ${slots.map(describe).join(', ') || 'no media'}.`,
    )
  }
  if (!slot.isList && media.length > 1) throw new UsageError(`${slot.field} takes one file, not ${media.length}.`)
  const described = media.find(({ altText }) => altText !== undefined)
  if (described && !slot.takesAltText) throw new UsageError(`${slot.field} takes no --alt text on this platform.`)
  return slot
}

const describe = ({ field, media, isList }: MediaSlot) =>
  `${isList ? 'several' : 'one'} ${media === 'any' ? 'images or videos' : media} (${field.replace('[]', '')})`

async function upload({ client, signal, say }: Attaching, path: string) {
  const uploaded = await client.uploads.create(path, { contentType: mediaTypeOf(path), signal })
  say(`Uploaded ${path} (${uploaded.bytes} bytes).`)
  return uploaded
}

function appendFields(form: FormData, body: Json): void {
  for (const [name, value] of Object.entries(body)) {
    if (value !== undefined) form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
}

/** Uploads the files and builds a form with the fields of the body and the uploads. */
async function asForm(attaching: Attaching, body: Json, media: readonly Media[], slot: MediaSlot): Promise<FormData> {
  const form = new FormData()
  appendFields(form, body)
  for (const { path } of media) form.append(slot.field, uploadPart(await upload(attaching, path)), basename(path))
  const texts = media.map(({ altText }) => altText ?? null)
  if (texts.some((text) => text !== null)) {
    form.append('altText', texts.length === 1 ? (texts[0] ?? '') : JSON.stringify(texts))
  }
  return form
}

async function itemOf(attaching: Attaching, { path, altText }: Media, slot: MediaSlot): Promise<Json> {
  const described = altText === undefined ? {} : { altText }
  if (slot.sentAs === 'url') return { url: (await upload(attaching, path)).url, ...described }
  return { [slot.typeField]: mediaTypeOf(path), base64: (await readFile(path)).toString('base64'), ...described }
}

/**
 * Returns `body` with the files added to the field `slot`, in the way that its `sentAs` requires. With `form`, files
 * are uploaded first, and the result is a form with their upload ids; with `url`, they are uploaded first, and the
 * result is JSON with their URLs; with `base64`, it is JSON that contains the files.
 * @throws the error of the client for an upload that failed, or of the file system for a file that cannot be read
 */
export async function attachMedia(
  attaching: Attaching,
  body: Json,
  { media, slot }: { media: readonly Media[]; slot: MediaSlot },
): Promise<Json | FormData> {
  if (slot.sentAs === 'form') return asForm(attaching, body, media, slot)
  const items: Json[] = []
  for (const each of media) items.push(await itemOf(attaching, each, slot))
  return { ...body, [slot.field]: slot.isList ? items : items[0] }
}
