import type { EventEmitter } from 'node:events'
import { findKeyByHash, type KeyGrant, openDb, type openPool, touchKeys } from '@carillon/database'
import type { Logger } from '@carillon/log'

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
  find(hash: Buffer): Promise<KeyGrant | undefined>
  /** Writes down when keys were last used. */
  flush(): Promise<void>
}

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
    flush().catch((error: unknown) => options.log.warn({ err: error }, 'could not note the use of keys'))
  }

  return {
    flush,
    async find(hash) {
      const name = hash.toString('base64')
      const at = now().getTime()
      const known = held.get(name)
      const key = known && known.until > at ? known.key : await findKeyByHash(pool, hash)
      if (!key) return undefined
      if (!known || known.until <= at) {
        if (held.size >= most) held.clear()
        held.set(name, { key, until: at + trustMs })
      }
      noteUse(key.id, at)
      return key
    },
  }
}
