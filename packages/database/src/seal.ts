import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Keys that encrypt what is secret at rest, newest first; each has an id of one byte that stands before what it sealed. */
export interface SealKey {
  id: number
  key: Buffer
}

/** Where a sealed value lives; it opens only there, so that a value moved to another row is refused. */
export interface SealPlace {
  table: string
  row: string
  column: string
}

export interface Seal {
  seal(place: SealPlace, value: unknown): Buffer
  /** Throws when the value was changed, moved, or sealed with a key that is gone. */
  open(place: SealPlace, sealed: Buffer): unknown
  /** The id of the key that sealed a value. */
  keyId(sealed: Buffer): number
  newestKeyId: number
}

const ivLength = 12
const tagLength = 16
const version = 1

/**
 * AES-256-GCM with a random IV; layout: version, key id, IV, tag, ciphertext of the value as JSON.
 * The place and the two leading bytes are authenticated too.
 */
export function createSeal(keys: readonly SealKey[]): Seal {
  const newest = keys[0]
  if (!newest) throw new Error('At least one sealing key is needed.')
  const byId = new Map(keys.map((entry) => [entry.id, entry.key]))
  return {
    newestKeyId: newest.id,
    keyId: (sealed) => sealed[1] ?? -1,
    seal(place, value) {
      const head = Buffer.from([version, newest.id])
      const iv = randomBytes(ivLength)
      const cipher = createCipheriv('aes-256-gcm', newest.key, iv)
      cipher.setAAD(associated(place, head))
      const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
      return Buffer.concat([head, iv, cipher.getAuthTag(), text])
    },
    open(place, sealed) {
      const head = sealed.subarray(0, 2)
      const key = byId.get(head[1] ?? -1)
      if (head[0] !== version || !key) throw new Error(`No sealing key with id ${head[1]} is configured.`)
      const tagAt = 2 + ivLength
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(2, tagAt), { authTagLength: tagLength })
      decipher.setAAD(associated(place, head))
      decipher.setAuthTag(sealed.subarray(tagAt, tagAt + tagLength))
      const text = Buffer.concat([decipher.update(sealed.subarray(tagAt + tagLength)), decipher.final()])
      return JSON.parse(text.toString('utf8'))
    },
  }
}

function associated({ table, row, column }: SealPlace, head: Buffer): Buffer {
  return Buffer.concat([head, Buffer.from(`\0${table}\0${row}\0${column}`)])
}
