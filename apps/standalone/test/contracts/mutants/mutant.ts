import type { Exchange } from '../exchange.ts'

export type Kind = 'drop' | 'rename' | 'retype' | 'enum' | 'host' | 'method' | 'version' | 'path' | 'scope' | 'status'
export type Side = 'request' | 'response'

/** One change that makes a recorded call wrong. */
export interface Mutant {
  side: Side
  kind: Kind
  /** What is changed: the name of a parameter, or a path in a body with `[]` for the items of a list. */
  place: string
  /** The call with the change. */
  exchange: Exchange
}

/** A copy of a call with a change. */
export function changed(exchange: Exchange, change: (copy: Exchange) => void): Exchange {
  const copy = structuredClone(exchange)
  change(copy)
  return copy
}
