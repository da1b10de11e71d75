import type { EventEmitter } from 'node:events'
import { findKeyByHash, findKeysByHashes, type KeyGrant, openDb, type openPool, touchKeys } from '@carillon/database'
import type { Logger } from '@carillon/log'
import { gatherLookups } from './gathered-lookup.ts'

/** Longest time in ms that a deleted key can still be taken for good when its notification was missed. */
const trustMs = 5_000
const most = 10_000
const touchEveryMs = 30_000

interface Held {
  key: KeyGrant
  until: number
}

/** Keys by their hash, held for a few seconds; deletions are heard of at once. */
export interface Keyring {
  /** A key that was found a moment ago. */
  remembered(hash: Buffer): KeyGrant | undefined
  find(hash: Buffer): Promise<KeyGrant | undefined>
  /** Finds it in a query that all who ask so share, a moment later; undefined as well when too many ask. */
  findTogether(hash: Buffer): Promise<KeyGrant | undefined>
  /** Writes down when keys were last used. */
  flush(): Promise<void>
}

const nameOf = (hash: Buffer) => hash.toString('base64')

/** Looks up API keys with a cache in memory. `events` announces deleted keys; uses of keys are stored in batches. */
export function createKeyring(options: {
  pool: ReturnType<typeof openPool>
  events: EventEmitter
  now(): Date
  log: Logger
}): Keyring {
  const { pool, now } = options
  const held = new Map<string, Held>()
  const used = new Set<string>()
  let touchedAt = 0
  options.events.on('api_key', (id: string) => {
    for (const [hash, { key }] of held) if (key.id === id) held.delete(hash)
  })

  async function flush(): Promise<void> {
    const ids = [...used]
    used.clear()
    await touchKeys(openDb(pool), ids, now())
  }

  function noteUse(id: string, at: number): void {
    used.add(id)
    if (at - touchedAt < touchEveryMs) return
    touchedAt = at
    flush().catch((error: unknown) => options.log.warn({ err: error }, 'last use of keys not stored'))
  }

  function remember(key: KeyGrant | undefined, askedAt: number): KeyGrant | undefined {
    if (!key) return undefined
    if (held.size >= most) held.clear()
    held.set(nameOf(key.hash), { key, until: askedAt + trustMs })
    noteUse(key.id, askedAt)
    return key
  }

  const together = gatherLookups<KeyGrant>(
    (hashes) => findKeysByHashes(pool, hashes),
    ({ hash }) => nameOf(hash),
  )
  return {
    flush,
    remembered(hash) {
      const at = now().getTime()
      const known = held.get(nameOf(hash))
      if (!known || known.until <= at) return undefined
      noteUse(known.key.id, at)
      return known.key
    },
    async find(hash) {
      const at = now().getTime()
      return remember(await findKeyByHash(pool, hash), at)
    },
    async findTogether(hash) {
      const at = now().getTime()
      return remember(await together(nameOf(hash), hash), at)
    },
  }
}
