import type { AppCall } from '../call-context.ts'
import { type Fields, isObject } from '../json.ts'
import { errorNameOf } from './errors.ts'
import { collection } from './post-record.ts'
import type { Session } from './session.ts'
import { callServer, unexpectedResponse } from './xrpc.ts'

const method = 'com.atproto.repo.getRecord'

/** The errors with which servers report a missing record. An impossible key is an invalid request. */
const absent = ['RecordNotFound', 'NotFound', 'InvalidRequest']

/**
 * A record, or null without one. `isAbsent` is true if the server reports `RecordNotFound`, and false if it reports
 * `NotFound` or an invalid request, as for an invalid key.
 */
type Found = { record: Fields } | { record: null; isAbsent: boolean }

/**
 * Reads a post's record from the account's server by its key. If the server has none or rejects the key, `record` is
 * null, and `isAbsent` is true only for the error `RecordNotFound`.
 * @throws ProviderError if the server rejects the call for any other reason or does not respond
 * @see https://docs.bsky.app/docs/api/com-atproto-repo-get-record (read 2026-11-20)
 */
export async function findRecord(call: AppCall, session: Session, rkey: string): Promise<Found> {
  try {
    const query = { repo: session.did, collection, rkey }
    const { value } = await callServer(call, session, { method, query })
    if (!isObject(value)) throw unexpectedResponse(method)
    return { record: value }
  } catch (error) {
    const name = errorNameOf(error) ?? ''
    if (absent.includes(name)) return { record: null, isAbsent: name === 'RecordNotFound' }
    throw error
  }
}

/**
 * Reads a post's record from the account's server by its key; null if no record has the key or the key is invalid.
 * @throws ProviderError if the server rejects the call for another reason or does not respond
 */
export async function readRecord(call: AppCall, session: Session, rkey: string): Promise<Fields | null> {
  return (await findRecord(call, session, rkey)).record
}
