import { createHash } from 'node:crypto'
import type { Encryption } from '@carillon/database'
import type { Completion, Identity, JsonObject } from '@carillon/providers'
import { storedObject } from '../stored-json.ts'

/** States and choice tokens are stored hashed: whoever reads the table can use none of them. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

function place(sessionId: string) {
  return { table: 'connection_session', row: sessionId, column: 'sealed' }
}

export function encryptKept(encryption: Encryption, sessionId: string, kept: JsonObject): Buffer {
  return encryption.encrypt(place(sessionId), kept)
}

export function decryptKept(encryption: Encryption, row: { id: string; sealed: Buffer | null }): JsonObject {
  return row.sealed ? storedObject(encryption.decrypt(place(row.id), row.sealed)) : {}
}

type StoredIdentity = Omit<Identity, 'tokenExpiresAt'> & { tokenExpiresAt: string | null }

/** What was authorized and waits for the user's choice. */
export interface Offer extends Pick<Completion, 'identities' | 'billed'> {
  /** Whether the user picks some of the accounts, or confirms all of them. */
  select: boolean
  /** Hash of what the browser that made the authorization keeps in a cookie; null where any browser may choose. */
  browserHash: string | null
}

type StoredOffer = Omit<Offer, 'identities'> & { identities: StoredIdentity[] }

export function encryptOffer(encryption: Encryption, sessionId: string, offer: Offer): Buffer {
  return encryption.encrypt(place(sessionId), offer)
}

export function decryptOffer(encryption: Encryption, row: { id: string; sealed: Buffer | null }): Offer {
  if (!row.sealed) return { identities: [], select: true, browserHash: null }
  const opened = encryption.decrypt(place(row.id), row.sealed) as StoredOffer | StoredIdentity[]
  // An earlier version stored the identities alone.
  const stored = Array.isArray(opened) ? { identities: opened, select: true, browserHash: null } : opened
  return {
    ...stored,
    identities: stored.identities.map((identity) => ({
      ...identity,
      tokenExpiresAt: identity.tokenExpiresAt === null ? null : new Date(identity.tokenExpiresAt),
    })),
  }
}
