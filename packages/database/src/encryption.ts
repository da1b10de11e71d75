import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  type DecipherGCM,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/**
 * A key that encrypts secrets at rest. Its id, from 1 to 255, is the second byte of every ciphertext that it encrypts.
 */
export interface EncryptionKey {
  id: number
  /** The key itself: 32 bytes. */
  key: Buffer
}

/**
 * The place where a ciphertext is stored. It is authenticated, so that a ciphertext moved to another row or column
 * cannot be decrypted.
 */
interface AssociatedData {
  table: string
  row: string
  column: string
}

/** Encrypts and signs values with the configured encryption keys. */
export interface Encryption {
  /** Encrypts a JSON value with the newest key, for the place where it will be stored. */
  encrypt(location: AssociatedData, value: unknown): Buffer
  /**
   * Decrypts a value that was encrypted for this place, and parses it as JSON.
   * @throws Error if the ciphertext was changed or moved, or its key is not configured
   */
  decrypt(location: AssociatedData, ciphertext: Buffer): unknown
  /** Returns whether a value has the form of a ciphertext whose key is not configured, such as one that was removed. */
  lacksKey(ciphertext: Buffer): boolean
  /** The id of the key that encrypts and signs. */
  newestKeyId: number
  /** Returns an HMAC-SHA256 of a string for one purpose, by a key derived from the newest key and the purpose. */
  sign(purpose: string, text: string): Buffer
  /** Returns whether a signature was made by `sign` for this purpose and string, with any of the configured keys. */
  isSigned(purpose: string, text: string, signature: Buffer): boolean
}

const ivLength = 12
const tagLength = 16
const version = 1

/**
 * Creates an `Encryption` that uses AES-256-GCM with a random IV, and HMAC-SHA256 for signatures. The first key
 * encrypts and signs; all keys decrypt and verify. A ciphertext consists of the version 1 (1 byte), the key id (1
 * byte), the IV (12 bytes), the tag (16 bytes) and the encrypted JSON in UTF-8.
 * @param keys the newest key first
 * @throws Error if `keys` is empty
 */
export function createEncryption(keys: readonly EncryptionKey[]): Encryption {
  const newest = keys[0]
  if (!newest) throw new Error('At least one encryption key is needed.')
  const byId = new Map(keys.map((entry) => [entry.id, entry.key]))
  return {
    newestKeyId: newest.id,
    lacksKey(ciphertext) {
      const [form, keyId = 0] = ciphertext
      return form === version && keyId > 0 && !byId.has(keyId) && ciphertext.length > 2 + ivLength + tagLength
    },
    encrypt(location, value) {
      const header = Buffer.from([version, newest.id])
      const iv = randomBytes(ivLength)
      const cipher = createCipheriv('aes-256-gcm', newest.key, iv)
      cipher.setAAD(associated(location, header))
      const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
      return Buffer.concat([header, iv, cipher.getAuthTag(), text])
    },
    decrypt(location, ciphertext) {
      const header = ciphertext.subarray(0, 2)
      const key = byId.get(header[1] ?? -1)
      if (header[0] !== version || !key) throw new Error(`No encryption key with id ${header[1]} is configured.`)
      const tagAt = 2 + ivLength
      const decipher = createDecipheriv('aes-256-gcm', key, ciphertext.subarray(2, tagAt), { authTagLength: tagLength })
      decipher.setAAD(associated(location, header))
      decipher.setAuthTag(ciphertext.subarray(tagAt, tagAt + tagLength))
      const text = decipher.update(ciphertext.subarray(tagAt + tagLength))
      return JSON.parse(Buffer.concat([text, finalOf(decipher, header[1])]).toString('utf8'))
    },
    sign: (purpose, text) => signature(newest.key, purpose, text),
    isSigned: (purpose, text, signed) =>
      keys.some(({ key }) => {
        const expected = signature(key, purpose, text)
        return expected.length === signed.length && timingSafeEqual(expected, signed)
      }),
  }
}

/**
 * Ends a decryption.
 * @throws Error if the value was encrypted with another key, or was changed or moved
 */
function finalOf(decipher: DecipherGCM, keyId: number | undefined): Buffer {
  try {
    return decipher.final()
  } catch (cause) {
    const problem = `The encryption key with id ${keyId} does not decrypt a stored value.`
    throw new Error(`${problem} ENCRYPTION_KEYS has another key under this id, or the value was changed.`, { cause })
  }
}

function signature(key: Buffer, purpose: string, text: string): Buffer {
  const derived = Buffer.from(hkdfSync('sha256', key, '', `signature: ${purpose}`, 32))
  return createHmac('sha256', derived).update(text).digest()
}

function associated({ table, row, column }: AssociatedData, header: Buffer): Buffer {
  return Buffer.concat([header, Buffer.from(`\0${table}\0${row}\0${column}`)])
}
