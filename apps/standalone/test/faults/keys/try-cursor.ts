import { pick } from '../random.ts'
import { foreignMark, type Tried } from './attempt.ts'
import type { Attempt } from './made-key.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

const drawText = (random: () => number, length: number) =>
  Array.from({ length }, () => pick(random, [...letters])).join('')

function mutated(random: () => number, cursor: string): string {
  const at = Math.floor(random() * cursor.length)
  const forms = [
    `${cursor.slice(0, at)}${pick(random, [...letters])}${cursor.slice(at + 1)}`,
    cursor.slice(0, at),
    `${cursor}${drawText(random, 4)}`,
    `${cursor}=`,
    drawText(random, cursor.length),
    Buffer.from(`2026-01-01T00:00:00.000Z ${drawText(random, 36)}`).toString('base64url'),
    '../../etc/passwd',
    `' or 1=1 --`,
    Buffer.from(JSON.stringify([0, 0])).toString('base64url'),
  ]
  return pick(random, forms)
}

/** The feed's cursors are encrypted for their organization: any other text is rejected. */
const exact = '/events?limit=1'

/** A list is read from a cursor that was forged, or that is another organization's. */
export async function tryCursor({ random, own, foreign, send }: Attempt): Promise<Tried[]> {
  const path = random() < 0.5 ? exact : pick(random, Object.keys(own.cursors))
  const isForeign = random() < 0.4
  const genuine = own.cursors[path] ?? ''
  const cursor = isForeign ? (foreign.cursors[path] ?? '') : mutated(random, genuine)
  if (cursor === '' || cursor === genuine) return []
  const got = await send({ method: 'GET', path: `${path}&cursor=${encodeURIComponent(cursor)}`, as: own.key })
  const what = `${path} from ${isForeign ? "another organization's cursor" : cursor}`
  if (path === exact) return [{ kind: 'cursors', what, codes: ['invalid_request', 'event_cursor_expired'], got }]
  // Other cursors are places in an order and no secret: what they lead to has to be the organization's own.
  const isForeignData = got.text.includes(foreignMark) || got.text.includes(foreign.organizationId)
  if (got.status >= 400) return [{ kind: 'cursors', what, codes: ['invalid_request'], got }]
  return isForeignData ? [{ kind: 'cursors', what, codes: ['invalid_request'], got }] : []
}
