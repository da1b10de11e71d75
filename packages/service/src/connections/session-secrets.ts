import { createHash } from 'node:crypto'
import type { Encryption } from '@carillon/database'
import type { Completion, Identity, JsonObject } from '@carillon/providers'
import { storedObject } from '../stored-json.ts'

/** Returns the SHA-256 under which a random token is stored, so that a reader of the table cannot use the token. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

function place(sessionId: string) {
  return { table: 'connection_session', row: sessionId, column: 'sealed' }
}

/**
 * Encrypts data that a connection needs from its start until its callback (such as the PKCE verifier). The ciphertext
 * can only be decrypted for this session.
 */
export function encryptKept(encryption: Encryption, sessionId: string, kept: JsonObject): Buffer {
  return encryption.encrypt(place(sessionId), kept)
}

/**
 * Decrypts the data of a session that `encryptKept` encrypted (such as the PKCE verifier); an empty object if the row
 * has no ciphertext.
 * @throws Error if no key decrypts the ciphertext
 */
export function decryptKept(encryption: Encryption, row: { id: string; ciphertext: Buffer | null }): JsonObject {
  return row.ciphertext ? storedObject(encryption.decrypt(place(row.id), row.ciphertext)) : {}
}

type StoredIdentity = Omit<Identity, 'tokenExpiresAt'> & { tokenExpiresAt: string | null }

/** The authorized accounts of which the user still has to select or confirm some. */
export interface Offer extends Pick<Completion, 'identities' | 'billed'> {
  /** True when the user selects some of the accounts, false when all of them are to be confirmed. */
  select: boolean
  /** Hash of the cookie of the browser that authorized the accounts; null if any browser may select. */
  browserHash: string | null
  /** Set instead of identities for a sign-up: its state, and the phone numbers of which the user selects one. */
  signup?: { progress: JsonObject; numbers: OfferedNumber[] }
}

/** A phone number as the selection page shows it. */
interface OfferedNumber {
  id: string
  displayNumber: string | null
  displayName: string | null
}

type StoredOffer = Omit<Offer, 'identities'> & { identities: StoredIdentity[] }

/**
 * Encrypts the authorized accounts and their tokens, to be stored until the user has selected. The ciphertext can only
 * be decrypted for this session.
 */
export function encryptOffer(encryption: Encryption, sessionId: string, offer: Offer): Buffer {
  return encryption.encrypt(place(sessionId), offer)
}

/**
 * Decrypts the offer of a session (the authorized accounts and their tokens) that `encryptOffer` encrypted, also in the
 * format of earlier versions; an offer without accounts if the row has no ciphertext.
 * @throws Error if no key decrypts the ciphertext
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
