import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Fields, idOf, isObject, numberOf } from '../json.ts'
import type { SignedUserRequest } from '../ports/user-requests.ts'

/** The maximum age of a signed request in ms. Meta documents no limit. Requests may be delivered late. */
const maxAgeMs = 24 * 3_600_000
/** How far in the future, in ms, the time of a signed request may be, since clocks differ. */
const maxAheadMs = 5 * 60_000

const form = /^([A-Za-z0-9_-]{43})=?\.([A-Za-z0-9_-]+={0,2})$/

function parsePayload(encoded: string): Fields {
  try {
    const payload: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'))
    return isObject(payload) ? payload : {}
  } catch {
    return {}
  }
}

function isRecent(issuedAt: number, now: Date): boolean {
  const age = now.getTime() - issuedAt
  return age <= maxAgeMs && age >= -maxAheadMs
}

/**
 * Verifies a signed request of Meta and returns its time and the ids in it, in this order: the user's id for this app,
 * and the id of the Page that removed the app. An id that is missing or `0` is omitted. If only one is left, the caller
 * cannot tell which it is and has to look it up as both. Unverified: that Meta sends the Page's id. Null if the request
 * contains neither id, if none of the secrets signed it, or if it was signed more than a day before `now` or (as clocks
 * differ) more than five minutes after it. Every secret is tried, so that timing does not reveal which one matches.
 * @see https://developers.facebook.com/docs/development/create-an-app/app-dashboard/data-deletion-callback (read
 *   2026-11-22)
 */
export function readSignedRequest(
  secrets: readonly string[],
  signedRequest: string,
  now: Date,
): SignedUserRequest | null {
  const [, encodedSignature = '', encodedPayload = ''] = form.exec(signedRequest) ?? []
  const signature = Buffer.from(encodedSignature, 'base64url')
  if (signature.length !== 32) return null
  const isSigned = secrets
    .map((secret) => timingSafeEqual(createHmac('sha256', secret).update(encodedPayload).digest(), signature))
    .includes(true)
  if (!isSigned) return null
  const { algorithm, issued_at: seconds, user_id: userId, profile_id: profileId } = parsePayload(encodedPayload)
  const issuedAt = (numberOf(seconds) ?? Number.NaN) * 1000
  if (String(algorithm).toUpperCase() !== 'HMAC-SHA256' || !isRecent(issuedAt, now)) return null
  // The id `0` means nobody, for example when a Page rather than a user removed the app.
  const ids = [userId, profileId].flatMap((id) => idOf(id) ?? []).filter((id) => id !== '0')
  return ids.length > 0 ? { ids, issuedAt: new Date(issuedAt) } : null
}
