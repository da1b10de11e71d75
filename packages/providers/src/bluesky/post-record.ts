import { cidForLex } from '@atproto/lex-cbor'
import { jsonToLex } from '@atproto/lex-json'
import type { Json, JsonObject } from '../call-context.ts'
import type { MediaSource } from '../media-source.ts'
import type { PreparedPost } from '../ports/publish.ts'
import { facetsOf, type Mentions } from './post-text.ts'
import { type KeySeed, recordKey } from './record-key.ts'

export const collection = 'app.bsky.feed.post'

type Entry = Pick<PreparedPost<'bluesky'>, 'text' | 'images' | 'video'>

/** Returns the posts of a publish in order: the first post, then the posts of its thread. */
export function entriesOf(post: PreparedPost<'bluesky'>): Entry[] {
  return [post, ...(post.thread ?? [])]
}

/**
 * Returns the key of a media item in the publish state. `entry` is the index of its post in the thread, `item` the
 * index of the image in the post, or `video` for the post's video.
 */
export function mediaKey(entry: number, item: number | 'video'): string {
  return `${entry}.${item}`
}

/** The uploaded files as the server returned them, keyed by `mediaKey`. Records must contain them unchanged. */
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

/** A record to write: its key, its at-URI and its contents. */
export interface PostRecord {
  rkey: string
  uri: string
  value: JsonObject
}

interface RecordOptions {
  did: string
  post: PreparedPost<'bluesky'>
  /** The time of the first post; those of its thread follow a millisecond apart. */
  createdAt: Date
  seed: KeySeed
  mentions: Mentions
  /** All media of the post. An item that is missing is null in its record. */
  blobs: Blobs
}

/**
 * Computes the CID that a server assigns to a record: the hash of its DAG-CBOR encoding.
 * @see https://atproto.com/specs/data-model (read 2026-11-20)
 */
export async function recordCid(value: JsonObject): Promise<string> {
  return String(await cidForLex(jsonToLex(value)))
}

/** Returns the at-URI of a post, from the account's DID and the record key. */
export function recordUri(did: string, rkey: string): string {
  return `at://${did}/${collection}/${rkey}`
}

/**
 * Returns the `createdAt` of the post at `index` of the thread, ISO 8601. The times differ, so that the posts sort in
 * reading order.
 */
function timeOf(createdAt: Date, index: number): string {
  return new Date(createdAt.getTime() + index).toISOString()
}

/**
 * Builds the records of a publish, from the first post to the last; repeated calls return identical records. Makes no
 * call: the CIDs by which posts of a thread reference their root and parent are computed, so that all records can be
 * written in one call.
 * @see https://docs.bsky.app/docs/advanced-guides/posts#replies-quote-posts-and-embeds (read 2026-11-20)
 */
export async function postRecords(options: RecordOptions): Promise<PostRecord[]> {
  const { did, post, createdAt, seed, mentions, blobs } = options
  const records: PostRecord[] = []
  let root: JsonObject | undefined
  let parent: JsonObject | undefined
  for (const [index, entry] of entriesOf(post).entries()) {
    const facets = facetsOf(entry.text, mentions)
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
