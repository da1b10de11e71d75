import { createHash } from 'node:crypto'
import type { Encryption } from '@carillon/database'
import type { Completion, Identity, JsonObject } from '@carillon/providers'
import { storedObject } from '../stored-json.ts'

/** The hash under which a state or selection token is stored, so that a reader of the table cannot use it. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

function place(sessionId: string) {
  return { table: 'connection_session', row: sessionId, column: 'sealed' }
}

/**
 * Encrypts what an authorization keeps between its start and its callback (such as the PKCE verifier), bound to the
 * session's row.
 */
export function encryptKept(encryption: Encryption, sessionId: string, kept: JsonObject): Buffer {
  return encryption.encrypt(place(sessionId), kept)
}

/**
 * Decrypts what `encryptKept` stored; an empty object if the row has nothing.
 * @throws if no key decrypts the ciphertext
 */
export function decryptKept(encryption: Encryption, row: { id: string; ciphertext: Buffer | null }): JsonObject {
  return row.ciphertext ? storedObject(encryption.decrypt(place(row.id), row.ciphertext)) : {}
}

type StoredIdentity = Omit<Identity, 'tokenExpiresAt'> & { tokenExpiresAt: string | null }

/** The authorized accounts that await the user's selection. */
export interface Offer extends Pick<Completion, 'identities' | 'billed'> {
  /** True when the user selects some of the accounts, false when all of them are to be confirmed. */
  select: boolean
  /** Hash of the cookie of the browser that authorized; null when any browser may select. */
  browserHash: string | null
  /** Instead of identities: a sign-up and the numbers of which the user selects one. */
  signup?: { progress: JsonObject; numbers: OfferedNumber[] }
}

/** A number as the selection page shows it. */
interface OfferedNumber {
  id: string
  displayNumber: string | null
  displayName: string | null
}

type StoredOffer = Omit<Offer, 'identities'> & { identities: StoredIdentity[] }

/** Encrypts the identities and tokens that await the user's selection, bound to the session's row. */
export function encryptOffer(encryption: Encryption, sessionId: string, offer: Offer): Buffer {
  return encryption.encrypt(place(sessionId), offer)
}

/**
 * Decrypts what `encryptOffer` stored; an offer without identities if the row has nothing. Also reads the format of
 * earlier versions.
 */
export function decryptOffer(encryption: Encryption, row: { id: string; ciphertext: Buffer | null }): Offer {
  if (!row.ciphertext) return { identities: [], select: true, browserHash: null }
  const opened = encryption.decrypt(place(row.id), row.ciphertext) as StoredOffer | StoredIdentity[]
  // Earlier versions stored only the identities.
  const stored = Array.isArray(opened) ? { identities: opened, select: true, browserHash: null } : opened
  return {
    ...stored,
    identities: stored.identities.map((identity) => ({
      ...identity,
      tokenExpiresAt: identity.tokenExpiresAt === null ? null : new Date(identity.tokenExpiresAt),
    })),
  }
}
