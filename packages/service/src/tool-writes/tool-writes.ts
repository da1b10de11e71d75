import {
  claimToolWrite,
  dropToolPayload,
  findToolWrite,
  releaseToolWrite,
  storeToolWrite,
  type ToolWriteRow,
  trimToolWrites,
} from '@carillon/database'
import type { Context } from '../context.ts'
import { unauthorized } from '../keys/authenticate.ts'
import { hashBody } from '../staging.ts'

/** Minutes for which a checked post can be published. */
const checkedMinutes = 15
/** The maximum number of posts that a key may have checked without publishing them; the oldest are deleted. */
const maxChecked = 100
/**
 * Seconds that a call has to store its write. If its result is lost, another call with the same request id waits for
 * that time.
 */
const claimSeconds = 30

const day = 24 * 3_600_000

/** A write made by an MCP tool call, identified by the API key and the request id. */
interface NamedWrite {
  keyId: string
  requestId: string
}

/** The stored record of a request id that was used for a write by an MCP tool. */
interface ToolWrite {
  tool: string
  /** The checked post; null if none exists, once it has been published, and from about an hour after it has expired. */
  payload: unknown
  /**
   * `open`: a call may claim the write. `claimed`: another call may still store it. `expired`: it cannot be stored any
   * more, but it may have been stored earlier.
   */
  state: 'open' | 'claimed' | 'expired'
  /** Whether an earlier call has claimed the write, so that it may have been stored. */
  isUsed: boolean
  expiresAt: Date
  /** A short code of the checked post, which only a client that has seen the result of the check can know. */
  code: string
  /** Whether `content` equals the content that was stored with this request id. */
  isSame(content: unknown): boolean
}

/** The row to which the ciphertext is bound: a payload that was moved to another row cannot be decrypted. */
const place = ({ keyId, requestId }: NamedWrite) => ({
  table: 'tool_write',
  row: `${keyId} ${requestId}`,
  column: 'payload',
})

const codeLength = 8

function viewOf({ encryption, now }: Context, row: ToolWriteRow): ToolWrite {
  const { tool, payload, isClaimed, expiresAt, fingerprint } = row
  const isOver = expiresAt.getTime() <= now().getTime()
  return {
    tool,
    payload: payload === null ? null : encryption.decrypt(place(row), payload),
    isUsed: row.claims > 0,
    state: isClaimed ? 'claimed' : isOver ? 'expired' : 'open',
    expiresAt,
    code: encryption
      .sign('checked post', `${row.requestId} ${fingerprint.toString('hex')}`)
      .toString('hex')
      .slice(0, codeLength),
    isSame: (content) => hashBody(content).equals(fingerprint),
  }
}

/**
 * Stores the content of a post that an MCP tool has validated, encrypted, so that it can be published within 15
 * minutes. If the key has already used the request id, the existing entry is returned. A key has at most 100 such posts
 * that were not published; those that expire first are deleted.
 * @throws ServiceError `unauthorized` if the API key, and the row with it, was deleted after the row was stored
 */
export async function keepChecked(
  context: Context,
  name: NamedWrite,
  { tool, content }: { tool: string; content: unknown },
): Promise<ToolWrite> {
  const createdAt = context.now()
  const expiresAt = new Date(createdAt.getTime() + checkedMinutes * 60_000)
  const payload = context.encryption.encrypt(place(name), content)
  const fingerprint = hashBody(content)
  const times = { createdAt, expiresAt, claimedUntil: null }
  const row = await storeToolWrite(context.db, { ...name, tool, fingerprint, payload, ...times })
  await trimToolWrites(context.db, name.keyId, maxChecked)
  return viewOf(context, known(row))
}

function known(row: ToolWriteRow | undefined): ToolWriteRow {
  if (row === undefined) throw unauthorized()
  return row
}

/**
 * Stores the request id that a client has chosen for a write, with a hash of its content. The write can be claimed for
 * a day; the request id stays used for 30 days. If the key has already used the request id, the existing entry is
 * returned.
 * @throws ServiceError `unauthorized` if the API key, and the row with it, was deleted after the row was stored
 */
export async function nameToolWrite(
  context: Context,
  name: NamedWrite,
  { tool, content }: { tool: string; content: unknown },
): Promise<ToolWrite> {
  const createdAt = context.now()
  const row = await storeToolWrite(context.db, {
    ...name,
    tool,
    fingerprint: hashBody(content),
    payload: null,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + day),
    claimedUntil: null,
  })
  return viewOf(context, known(row))
}

/** Reads what is stored about a request id; undefined if the key has not used it. */
export async function readToolWrite(context: Context, name: NamedWrite): Promise<ToolWrite | undefined> {
  const row = await findToolWrite(context.db, name)
  return row && viewOf(context, row)
}

/**
 * Claims a write for 30 seconds, in which only this call may store it. Undefined if another call has claimed it and may
 * still store it, if it has expired, or if the key has not used the request id.
 * @returns the time by which the write has to be stored, and whether no earlier call can have stored it
 */
export function claimWrite(
  context: Context,
  name: NamedWrite,
): Promise<{ storeBefore: Date; isFirst: boolean } | undefined> {
  return claimToolWrite(context.db, name, { seconds: claimSeconds, now: context.now() })
}

/**
 * Releases the claim of a write of which nothing was stored, so that another call can claim it at once. `claimedUntil`
 * is the `storeBefore` of the claim; a later claim is not released.
 */
export function releaseWrite({ db }: Context, name: NamedWrite, claimedUntil: Date): Promise<void> {
  return releaseToolWrite(db, name, claimedUntil)
}

/**
 * Deletes the stored content of a checked post. Call it once the publish or schedule of the post is stored. The request
 * id stays used.
 */
export function dropChecked({ db }: Context, name: NamedWrite): Promise<void> {
  return dropToolPayload(db, name)
}
