import type { Received } from './sender.ts'

/** A request of which the model says what has to become of it. */
export interface Tried {
  kind: string
  what: string
  /** Codes of which it has to be rejected with one; null if it has to be carried out. */
  codes: readonly string[] | null
  got: Received
}

/** What is reported of a request after which a key has more than it may have, whatever the response said. */
export const asStored = (got: Received): Received => ({ ...got, status: 200, code: 'stored' })

/** What must never be found. */
const faultKinds = ['passed', 'leaked', 'otherwise', 'denied'] as const
type MisuseFault = (typeof faultKinds)[number]

export interface MisuseVerdict {
  /** Attempts that had to be rejected, by kind, and requests that had to be carried out. */
  misuses: Record<string, number>
  allowed: number
  /** Attempts during which a gateway closed the connection, as one does that is stopped. */
  interrupted: number
  /** Rejections by code. */
  codes: Record<string, number>
  faults: Record<MisuseFault, { mark: string; found: string }[]>
}

/** Marks the names and texts of the organization whose objects nobody else may see. */
export const foreignMark = 'foreign-to-all-others'

/** What is wrong with what became of a request; null if nothing is. */
export function faultOf({ codes, got }: Tried): MisuseFault | null {
  if (got.text.includes(foreignMark)) return 'leaked'
  if (codes === null) return got.status < 400 ? null : 'denied'
  if (got.status < 400) return 'passed'
  return codes.includes(got.code) ? null : 'otherwise'
}

/** Judges requests against what the model says of them. */
export function judgeTried(tried: readonly Tried[]): MisuseVerdict {
  const verdict: MisuseVerdict = {
    misuses: {},
    allowed: 0,
    interrupted: 0,
    codes: {},
    faults: { passed: [], leaked: [], otherwise: [], denied: [] },
  }
  for (const one of tried) {
    const { kind, what, codes, got } = one
    if (codes === null) verdict.allowed++
    else {
      verdict.misuses[kind] = (verdict.misuses[kind] ?? 0) + 1
      verdict.codes[got.code] = (verdict.codes[got.code] ?? 0) + 1
    }
    const fault = faultOf(one)
    const found = `${what}: ${got.status} ${got.text.slice(0, 300)}`
    if (fault !== null) verdict.faults[fault].push({ mark: kind, found })
  }
  return verdict
}

export const misuseCount = ({ misuses }: MisuseVerdict): number =>
  Object.values(misuses).reduce((sum, count) => sum + count, 0)

export const misuseFaults = ({ faults }: MisuseVerdict): number =>
  Object.values(faults).reduce((sum, found) => sum + found.length, 0)
