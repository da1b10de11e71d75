import type { EventEmitter } from 'node:events'
import { type Db, findKeyByHash, findKeysByHashes, type KeyGrant, touchKeys } from '@carillon/database'
import type { Logger } from '@carillon/log'
import { gatherLookups } from './gathered-lookup.ts'

/** How long, in ms, a deleted key may still be accepted if its notification was lost. */
const trustMs = 5_000
const maxKeys = 10_000
const touchEveryMs = 30_000

interface CachedKey {
  key: KeyGrant
  until: number
}

/** Cache of API keys by hash. Entries expire after 5 s; a deletion evicts its entry at once. */
export interface Keyring {
  /** A key in the cache. */
  remembered(hash: Buffer): KeyGrant | undefined
  find(hash: Buffer): Promise<KeyGrant | undefined>
  /**
   * Looks up the key in a batched query, up to 200 ms later. Returns undefined if the key is unknown or the batch is
   * full.
   */
  findTogether(hash: Buffer): Promise<KeyGrant | undefined>
  /** Notes that a key was used from an IP address. */
  noteUse(id: string, from: string): void
  /** Stores when keys were last used. */
  flush(): Promise<void>
}

const nameOf = (hash: Buffer) => hash.toString('base64')

/** Looks up API keys with a cache in memory. `events` announces deleted keys; uses of keys are stored in batches. */
export function createKeyring(options: { db: Db; events: EventEmitter; now(): Date; log: Logger }): Keyring {
  const { db, now } = options
  const cache = new Map<string, CachedKey>()
  const used = new Map<string, string>()
  let touchedAt = 0
  options.events.on('api_key', (id: string) => {
    for (const [hash, { key }] of cache) if (key.id === id) cache.delete(hash)
  })

  async function flush(): Promise<void> {
    const uses = new Map(used)
    used.clear()
    await touchKeys(db, uses, now())
  }

  function noteUse(id: string, from: string): void {
    const at = now().getTime()
    used.set(id, from)
    if (at - touchedAt < touchEveryMs) return
    touchedAt = at
    flush().catch((error: unknown) => options.log.warn({ err: error }, 'last use of keys not stored'))
  }

  function remember(key: KeyGrant | undefined, readAt: number): KeyGrant | undefined {
    if (!key) return undefined
    if (cache.size >= maxKeys) cache.clear()
    cache.set(nameOf(key.hash), { key, until: readAt + trustMs })
    return key
  }

  const together = gatherLookups(findKeysByHashes)
  return {
    flush,
    noteUse,
    remembered(hash) {
      const at = now().getTime()
      const known = cache.get(nameOf(hash))
      if (!known || known.until <= at) return undefined
      return known.key
    },
    async find(hash) {
      const at = now().getTime()
      return remember(await findKeyByHash(db, hash), at)
    },
    async findTogether(hash) {
      const at = now().getTime()
      return remember(await together(db, hash), at)
    },
  }
}
