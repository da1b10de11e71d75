import { cidForLex } from '@atproto/lex-cbor'
import { type JsonValue, jsonToLex } from '@atproto/lex-json'
import type { Json, JsonObject } from '../call-context.ts'
import type { MediaSource } from '../media-source.ts'
import type { PreparedPost } from '../ports/publish.ts'
import { facetsOf, type Mentions } from './post-text.ts'
import { type KeySeed, recordKey } from './record-key.ts'

export const collection = 'app.bsky.feed.post'

export type Entry = Pick<PreparedPost<'bluesky'>, 'text' | 'images' | 'video'>

/** The posts of a publish in order: the first one and the thread below it. */
export function entriesOf({ text, images, video, thread = [] }: PreparedPost<'bluesky'>): Entry[] {
  return [{ text, images, video } as Entry, ...thread]
}

/** Names a media item of a publish in its state. */
export function mediaKey(entry: number, item: number | 'video'): string {
  return `${entry}.${item}`
}

/** Blobs as the server answered them, which is how a record has to repeat them. */
export type Blobs = Record<string, Json>

function ratioOf({ width, height }: MediaSource): JsonObject {
  return width && height ? { aspectRatio: { width, height } } : {}
}

function embedOf({ images, video }: Entry, index: number, blobs: Blobs): JsonObject {
  if (video) {
    const blob = blobs[mediaKey(index, 'video')] ?? null
    const alt: JsonObject = video.altText ? { alt: video.altText } : {}
    return { embed: { $type: 'app.bsky.embed.video', video: blob, ...alt, ...ratioOf(video.source) } }
  }
  if (!images || images.length === 0) return {}
  const embedded = images.map(({ altText, source }, item) => ({
    alt: altText ?? '',
    image: blobs[mediaKey(index, item)] ?? null,
    ...ratioOf(source),
  }))
  return { embed: { $type: 'app.bsky.embed.images', images: embedded } }
}

export interface PostRecord {
  rkey: string
  uri: string
  value: JsonObject
}

export interface RecordOptions {
  did: string
  post: PreparedPost<'bluesky'>
  createdAt: Date
  seed: KeySeed
  mentions: Mentions
  blobs: Blobs
}

/** The identifier that a server gives a record: the hash of its DAG-CBOR. @see https://atproto.com/specs/data-model (read 2026-11-20) */
export async function recordCid(value: JsonObject): Promise<string> {
  return String(await cidForLex(jsonToLex(value as JsonValue)))
}

export function recordUri(did: string, rkey: string): string {
  return `at://${did}/${collection}/${rkey}`
}

/** A post's time; those of a thread are a millisecond apart, so that they sort as they are read. */
export function timeOf(createdAt: Date, index: number): string {
  return new Date(createdAt.getTime() + index).toISOString()
}

/**
 * The records of a publish, the same however often they are made. A thread's posts name their root and parent by hashes,
 * which are computed here so that all can be written at once.
 *
 * @see https://docs.bsky.app/docs/advanced-guides/posts#replies-quote-posts-and-embeds (read 2026-11-20)
 */
export async function postRecords(options: RecordOptions): Promise<PostRecord[]> {
  const { did, post, createdAt, seed, mentions, blobs } = options
  const records: PostRecord[] = []
  let root: JsonObject | undefined
  let parent: JsonObject | undefined
  for (const [index, entry] of entriesOf(post).entries()) {
    const facets = facetsOf(entry.text, mentions) as unknown as JsonObject[]
    const value: JsonObject = {
      $type: collection,
      text: entry.text,
      createdAt: timeOf(createdAt, index),
      ...(post.langs && post.langs.length > 0 && { langs: [...post.langs] }),
      ...(facets.length > 0 && { facets }),
      ...embedOf(entry, index, blobs),
      ...(root && parent && { reply: { root, parent } }),
    }
    const rkey = recordKey(seed, index)
    const uri = recordUri(did, rkey)
    parent = { uri, cid: await recordCid(value) }
    root ??= parent
    records.push({ rkey, uri, value })
  }
  return records
}
