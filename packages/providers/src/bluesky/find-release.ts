import { textOf } from '../json.ts'
import { clockSkewMs } from '../lost-write.ts'
import type { OpenCommit } from '../ports/publish.ts'
import { requiredItems } from '../required-fields.ts'
import { collection, recordUri } from './post-record.ts'
import { haveSameBits, type KeySeed, seedOf } from './record-key.ts'
import { type BlueskyCall, sessionOf } from './session.ts'
import { callServer } from './xrpc.ts'

const pageSize = 100
/** The maximum number of pages: more posts than most accounts write while a release may be lost. */
const maxPages = 5
/** The maximum size in bytes of a page, as posts may have long descriptions of images. */
const maxPageBytes = 3 * 1024 * 1024

/**
 * Searches the account's newest posts, up to 500, for the first post of a publish whose schedule may have been released
 * at another time than `seed` has: the record keys of both have the same random bits. Returns the seed of the key that
 * was written since `startedAt` and up to `until` if it is set; `absent` if there is none, or `unread` if there are
 * more posts since `startedAt` than are read.
 * @throws ProviderError if the server rejects a call or does not respond
 * @see https://docs.bsky.app/docs/api/com-atproto-repo-list-records (read 2026-11-20)
 */
export async function findRelease(
  call: BlueskyCall,
  seed: KeySeed,
  { startedAt, until }: Pick<OpenCommit, 'startedAt' | 'until'>,
): Promise<KeySeed | 'absent' | 'unread'> {
  const session = sessionOf(call)
  const prefix = recordUri(session.did, '')
  const since = startedAt.getTime() - clockSkewMs
  const end = until ? until.getTime() + clockSkewMs : Number.POSITIVE_INFINITY
  let cursor: string | null = null
  for (let page = 0; page < maxPages; page++) {
    const query = { repo: session.did, collection, limit: pageSize, ...(cursor !== null && { cursor }) }
    const method = 'com.atproto.repo.listRecords'
    const body = await callServer(call, session, { method, query, maxBytes: maxPageBytes })
    const records = requiredItems(body, 'records')
    const seeds = records.flatMap(({ uri }) => seedOf((textOf(uri) ?? '').slice(prefix.length)) ?? [])
    const inTime = seeds.filter(({ micros }) => micros / 1000 >= since && micros / 1000 <= end)
    const found = inTime.find((one) => haveSameBits(one, seed))
    if (found) return found
    const next = textOf(body['cursor'])
    // The list is in the order of the keys, newest first.
    const isOver = records.length === 0 || seeds.some(({ micros }) => micros / 1000 < since)
    if (isOver || next === null || next === cursor) return 'absent'
    cursor = next
  }
  return 'unread'
}
