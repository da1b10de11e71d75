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
import { hashBody } from '../staging.ts'

/** How long after it was checked a post can be published. */
const checkedMinutes = 15
/** Posts that a key may have checked at once without publishing them; the oldest are forgotten. */
const maxChecked = 100
/** Seconds that a call has to store its write. Another call with its request id waits for them if its result is lost. */
const claimSeconds = 30

const day = 24 * 3_600_000

/** A write of an MCP tool, by its key and the request id that names it. */
interface NamedWrite {
  keyId: string
  requestId: string
}

/** What a request id is known for. */
export interface ToolWrite {
  tool: string
  /** What was checked; null if nothing was, or once it is written or can no longer be. */
  payload: unknown
  /**
   * `open`: a call may claim it. `claimed`: another call may still store it. `expired`: nothing can be stored any longer
   * that is not stored already.
   */
  state: 'open' | 'claimed' | 'expired'
  /** Whether an earlier call may have stored it. */
  isUsed: boolean
  expiresAt: Date
  /** What only a client that has seen the checked post knows. */
  code: string
  /** Whether it was stored with the same content as it was named with now. */
  isSame(content: unknown): boolean
}

/** Bound to its row, so that a payload which was moved to another one cannot be decrypted. */
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

/** Stores a post that was checked, encrypted, for 15 minutes. */
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
  if (row === undefined) throw new Error('the API key was deleted')
  return row
}

/** Stores the request id that a client has chosen for a write, unless its key has used it before. */
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

/** Reads what a request id is known for; undefined if its key has not used it. */
export async function readToolWrite(context: Context, name: NamedWrite): Promise<ToolWrite | undefined> {
  const row = await findToolWrite(context.db, name)
  return row && viewOf(context, row)
}

/**
 * Claims a write, unless another call has claimed it and may still store it, or it has expired. Returns until when it has
 * to be stored, and whether no earlier claim can have stored it.
 */
export function claimWrite(
  context: Context,
  name: NamedWrite,
): Promise<{ storeBefore: Date; isFirst: boolean } | undefined> {
  return claimToolWrite(context.db, name, { seconds: claimSeconds, now: context.now() })
}

/** Ends the claim of a write of which nothing was stored. */
export function releaseWrite({ db }: Context, name: NamedWrite, claimedUntil: Date): Promise<void> {
  return releaseToolWrite(db, name, claimedUntil)
}

/** Forgets what was checked, once it is written. */
export function dropChecked({ db }: Context, name: NamedWrite): Promise<void> {
  return dropToolPayload(db, name)
}
