import { createHash } from 'node:crypto'
import type { Seal } from '@carillon/database'
import type { Identity, JsonObject } from '@carillon/providers'

/** States and choice tokens are stored hashed: whoever reads the table can use none of them. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

function place(sessionId: string) {
  return { table: 'connection_session', row: sessionId, column: 'sealed' }
}

export function sealKept(seal: Seal, sessionId: string, kept: JsonObject): Buffer {
  return seal.seal(place(sessionId), kept)
}

export function openKept(seal: Seal, row: { id: string; sealed: Buffer | null }): JsonObject {
  return row.sealed ? (seal.open(place(row.id), row.sealed) as JsonObject) : {}
}

type StoredIdentity = Omit<Identity, 'tokenExpiresAt'> & { tokenExpiresAt: string | null }

export function sealIdentities(seal: Seal, sessionId: string, identities: Identity[]): Buffer {
  return seal.seal(place(sessionId), identities)
}

export function openIdentities(seal: Seal, row: { id: string; sealed: Buffer | null }): Identity[] {
  if (!row.sealed) return []
  const stored = seal.open(place(row.id), row.sealed) as StoredIdentity[]
  return stored.map((identity) => ({
    ...identity,
    tokenExpiresAt: identity.tokenExpiresAt === null ? null : new Date(identity.tokenExpiresAt),
  }))
}
