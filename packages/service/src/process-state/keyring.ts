import type { EventEmitter } from 'node:events'
import { type Db, findKeyByHash, findKeysByHashes, type KeyGrant, touchKeys } from '@carillon/database'
import type { Logger } from '@carillon/log'
import { gatherLookups } from './gathered-lookup.ts'

/** The maximum time in ms for which a deleted key is still accepted if the notification of its deletion was lost. */
const trustMs = 5_000
const maxKeys = 10_000
/** Milliseconds between two statements that store the last use of keys. */
const usualTouchEveryMs = 30_000

interface CachedKey {
  key: KeyGrant
  /** When the entry expires, in ms since the epoch. */
  until: number
}

/** A cache of API keys, keyed by hash. Entries expire after 5 s, or with the notification that the key has changed. */
export interface Keyring {
  /** Returns the cached key, whether or not it is valid now; undefined if it is not in the cache. Makes no query. */
  remembered(hash: Buffer): KeyGrant | undefined
  /**
   * Reads the key from the database, not from the cache, whether or not it is valid now; undefined if it does not
   * exist. The cache then contains it, unless a key was deleted or changed meanwhile.
   */
  find(hash: Buffer): Promise<KeyGrant | undefined>
  /**
   * Reads the key in a query that is shared with other calls, a moment later (`gatherLookups`). Undefined if the key
   * does not exist or the query is full.
   */
  findTogether(hash: Buffer): Promise<KeyGrant | undefined>
  /** Removes a key from the cache: the next call reads it from the database. */
  forget(id: string): void
  /** Records in memory that a key was used from an IP address. */
  noteUse(id: string, from: string): void
  /**
   * Stores the recorded uses of keys in the database.
   * @throws the error of the database; the uses stay recorded
   */
  flush(): Promise<void>
}

interface KeyringOptions {
  db: Db
  events: EventEmitter
  now(): Date
  log: Logger
  /** Milliseconds between two statements that store the last use of keys; 30 s if omitted. */
  touchEveryMs?: number
}

const nameOf = (hash: Buffer) => hash.toString('base64')

/** The uses of keys that are still to be stored: the last IP address, keyed by the id of the key. */
class Uses {
  readonly #options: KeyringOptions
  readonly #everyMs: number
  readonly #used = new Map<string, string>()
  #storedAt = 0
  #timer: NodeJS.Timeout | undefined

  constructor(options: KeyringOptions) {
    this.#options = options
    this.#everyMs = options.touchEveryMs ?? usualTouchEveryMs
  }

  note(id: string, from: string): void {
    this.#used.set(id, from)
    if (this.#options.now().getTime() - this.#storedAt >= this.#everyMs) this.#store()
    else this.#storeLater()
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const uses = new Map(this.#used)
    this.#used.clear()
    try {
      await touchKeys(this.#options.db, uses, this.#options.now())
    } catch (error) {
      // One that was used again meanwhile has a later use.
      for (const [id, from] of uses) if (!this.#used.has(id)) this.#used.set(id, from)
      throw error
    }
  }

  #store(): void {
    this.#storedAt = this.#options.now().getTime()
    this.flush().catch((error: unknown) => {
      this.#options.log.warn({ err: error }, 'last use of keys not stored')
      this.#storeLater()
    })
  }

  #storeLater(): void {
    this.#timer ??= setTimeout(() => this.#store(), this.#everyMs).unref()
  }
}

/**
 * Creates the cache of API keys, which also stores the last use of keys every 30 s.
 * @param options.events emits `api_key` with the id of each key that was deleted or changed
 */
export function createKeyring(options: KeyringOptions): Keyring {
  const { db, now } = options
  const cache = new Map<string, CachedKey>()
  const uses = new Uses(options)
  let changes = 0
  options.events.on('api_key', forget)

  function forget(id: string): void {
    changes++
    for (const [hash, { key }] of cache) if (key.id === id) cache.delete(hash)
  }

  async function read(reading: Promise<KeyGrant | undefined>): Promise<KeyGrant | undefined> {
    const [readAt, before] = [now().getTime(), changes]
    const key = await reading
    // A key that has changed meanwhile may have been read as it was.
    if (!key || changes !== before) return key
    if (cache.size >= maxKeys) cache.clear()
    cache.set(nameOf(key.hash), { key, until: readAt + trustMs })
    return key
  }

  const together = gatherLookups(findKeysByHashes)
  return {
    flush: () => uses.flush(),
    noteUse: (id, from) => uses.note(id, from),
    remembered(hash) {
      const at = now().getTime()
      const known = cache.get(nameOf(hash))
      if (!known || known.until <= at) return undefined
      return known.key
    },
    find: (hash) => read(findKeyByHash(db, hash)),
    findTogether: (hash) => read(together(db, hash)),
    forget,
  }
}
