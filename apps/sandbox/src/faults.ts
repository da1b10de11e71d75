import type { Deviation } from './deviation.ts'

/** The faults that can be injected. The frame plays the transport's part of each; the texts are the network's. */
export const FAULT_NAMES = [
  'drop-before',
  'hang',
  'accept-then-drop',
  'accept-then-hang',
  'accept-then-slow',
  'accept-then-500',
  'unavailable',
  'throttle',
  'slow',
  'truncate',
  'deviate',
  'revoke-token',
  'quota-exhausted',
  'upload-limit-exceeded',
] as const

export type FaultName = (typeof FAULT_NAMES)[number]

/** The code and limit that a simulated rate limit reports, for the networks that distinguish several. */
export interface ThrottleDetails {
  code?: number
  subcode?: number
  /**
   * Headers that report the usage, by name, instead of the usual ones; a value that is not a string is written as JSON.
   */
  usage?: Record<string, unknown>
}

/** A fault that waits for its calls, as `POST /faults` states it. */
export interface FaultRule extends ThrottleDetails, Deviation {
  network: string
  fault: FaultName
  /** Only calls of this operation; left out: every call but people's pages. */
  operation?: string
  /** How many calls it hits; left out: all until cleared. */
  times?: number
  /** The share of matching calls it hits, above 0 and at most 1; left out: 1. */
  probability?: number
  /**
   * `slow`: the wait before the call is handled; `accept-then-slow`: the delay before its response; `hang` and
   * `accept-then-hang`: the wait before the connection is closed. Milliseconds.
   */
  delayMs?: number
  /** `revoke-token`: only this person's tokens; left out: everybody's. */
  as?: string
}

export interface Faults {
  add(rule: FaultRule): void
  /** Forgets the rules, of one network when it is named. */
  clear(network?: string): void
  list(): FaultRule[]
  /** The fault for this call, counted as played; the oldest matching rule wins. */
  take(call: { network: string; operation: string }): TakenFault | undefined
}

export interface TakenFault {
  rule: FaultRule
  /** Counts it as not played: it waits for the next call again. */
  giveBack(): void
}

/** A registry without faults. `random` returns numbers in [0, 1) and decides about rules with a probability. */
export function createFaults(random: () => number): Faults {
  // A rule that has hit all its calls stays until it is cleared, since the last one may still be given back.
  let rules: FaultRule[] = []
  return {
    add: (rule) => void rules.push({ ...rule }),
    clear: (network) => {
      rules = network === undefined ? [] : rules.filter((rule) => rule.network !== network)
    },
    list: () => rules.filter(({ times }) => times !== 0).map((rule) => ({ ...rule })),
    take({ network, operation }) {
      for (const rule of rules) {
        if (rule.network !== network || (rule.operation !== undefined && rule.operation !== operation)) continue
        if (rule.times === 0 || (rule.probability !== undefined && random() >= rule.probability)) continue
        const count = (by: number) => {
          if (rule.times !== undefined) rule.times += by
        }
        count(-1)
        return { rule: { ...rule }, giveBack: () => count(1) }
      }
      return undefined
    },
  }
}

type FieldCheck = (value: unknown) => boolean
const isText: FieldCheck = (value) => typeof value === 'string' && value !== ''
const RULE_FIELDS: Record<keyof FaultRule, { required: boolean; ok: FieldCheck; says: string }> = {
  network: { required: true, ok: isText, says: 'a network' },
  fault: { required: true, ok: (value) => FAULT_NAMES.some((name) => name === value), says: FAULT_NAMES.join(', ') },
  operation: { required: false, ok: isText, says: 'an operation as the journal names it' },
  times: {
    required: false,
    ok: (value) => Number.isSafeInteger(value) && Number(value) > 0,
    says: 'a whole number above 0',
  },
  probability: {
    required: false,
    ok: (value) => typeof value === 'number' && value > 0 && value <= 1,
    says: 'above 0, at most 1',
  },
  delayMs: {
    required: false,
    ok: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
    says: 'whole milliseconds',
  },
  as: { required: false, ok: isText, says: 'a handle' },
  code: { required: false, ok: Number.isSafeInteger, says: 'the code of the rejection' },
  subcode: { required: false, ok: Number.isSafeInteger, says: 'the subcode of the rejection' },
  usage: {
    required: false,
    ok: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    says: 'an object of headers',
  },
  field: { required: false, ok: isText, says: 'the path of a field, such as data[].id' },
  rename: { required: false, ok: isText, says: 'the new name of the field' },
  value: { required: false, ok: () => true, says: 'the new value of the field' },
  respond: {
    required: false,
    ok: (value) =>
      typeof value === 'object' && value !== null && 'status' in value && Number.isSafeInteger(value.status),
    says: '{status, body}',
  },
}

const DEVIATION_FIELDS = ['field', 'rename', 'value', 'respond'] as const

const THROTTLE_FIELDS = ['code', 'subcode', 'usage'] as const

/** Whether a fault rule specifies the body or headers of a throttled response. */
export function wordsThrottle(rule: FaultRule): boolean {
  return THROTTLE_FIELDS.some((field) => rule[field] !== undefined)
}

/** Checks a rule field by field; throws a `RangeError` that names the first wrong one. */
function requireRule(body: object): asserts body is FaultRule {
  const sent = new Map<string, unknown>(Object.entries(body))
  for (const [field, { required, ok, says }] of Object.entries(RULE_FIELDS)) {
    const value = sent.get(field)
    if (value === undefined ? required : !ok(value)) throw new RangeError(`${field}: ${says}`)
  }
  const unknown = [...sent.keys()].find((field) => !(field in RULE_FIELDS))
  if (unknown !== undefined) throw new RangeError(`${unknown}: no such field`)
}

/**
 * Reads the body of `POST /faults`.
 * @throws RangeError with the first invalid field
 */
export function readFaultRule(rule: object): FaultRule {
  requireRule(rule)
  if (wordsThrottle(rule) && rule.fault !== 'throttle') throw new RangeError('code, subcode, usage: with throttle only')
  const deviates = DEVIATION_FIELDS.some((field) => rule[field] !== undefined)
  if (deviates !== (rule.fault === 'deviate')) throw new RangeError('field, rename, value, respond: with deviate only')
  return rule
}

/**
 * What went wrong on purpose for this call; the frame injects transport faults, and the network's double responds to
 * the others with its own errors.
 */
export type NetworkFault = 'throttle' | 'quota-exhausted' | 'upload-limit-exceeded' | 'unavailable' | 'accept-then-500'
