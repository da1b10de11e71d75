import type { Deviation } from './deviation.ts'

/**
 * The names of the faults that can be injected. For those in `NetworkFault`, the simulated network responds with an
 * error of its own. The others drop or delay the connection, change the response (`truncate`, `deviate`) or revoke
 * tokens.
 */
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

/**
 * The error code, subcode and usage headers of a simulated rate limit, for networks that have several rate limits. The
 * network's defaults apply to absent fields.
 */
export interface ThrottleDetails {
  code?: number
  subcode?: number
  /** The usage headers to send instead of the defaults, keyed by name. Values other than strings are sent as JSON. */
  usage?: Record<string, unknown>
}

/**
 * A fault for matching calls, as set by `POST /faults`. It is pending until `times` calls have had it or the fault is
 * cleared. `revoke-token` without `operation` is never pending: the tokens are revoked at once.
 */
export interface FaultRule extends ThrottleDetails, Deviation {
  network: string
  fault: FaultName
  /** The operation whose calls match. If absent, all calls match, but no requests for pages. */
  operation?: string
  /** The number of calls that the fault applies to. If absent: all matching calls until the fault is cleared. */
  times?: number
  /** The fraction of matching calls that the fault applies to, above 0 and at most 1. Default: 1. */
  probability?: number
  /**
   * A time in ms. `slow`: the wait before the call is handled; `accept-then-slow`: the delay before its response (both
   * by default 5,000). `hang` and `accept-then-hang`: the wait before the connection is closed; by default, the sandbox
   * does not close it.
   */
  delayMs?: number
  /** For `revoke-token`: the handle of the user whose tokens are revoked. If absent, the tokens of all users are. */
  as?: string
}

export interface Faults {
  add(rule: FaultRule): void
  /** Deletes the rules of a network; without an argument, those of all networks. */
  clear(network?: string): void
  /** Returns the pending rules, the oldest first. */
  list(): FaultRule[]
  /**
   * Returns the fault for a call, from the oldest rule that matches, and counts it as used; undefined if the call gets
   * none.
   */
  take(call: { network: string; operation: string }): TakenFault | undefined
}

export interface TakenFault {
  rule: FaultRule
  /** Counts the fault as not used, so that the next call can get it. */
  giveBack(): void
}

/**
 * Creates an empty registry of pending faults.
 * @param random returns numbers in [0, 1), for rules with a probability
 */
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
const isStatus: FieldCheck = (value) => Number.isInteger(value) && Number(value) >= 200 && Number(value) < 600
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
    ok: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 31,
    says: 'whole milliseconds below 2^31',
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
    ok: (value) => typeof value === 'object' && value !== null && 'status' in value && isStatus(value.status),
    says: '{status, body}, with a status from 200 to 599',
  },
}

const DEVIATION_FIELDS = ['field', 'rename', 'value', 'respond'] as const

const THROTTLE_FIELDS = ['code', 'subcode', 'usage'] as const

/**
 * Returns whether a fault rule has `code`, `subcode` or `usage`, which replace the body or headers of the rate limit
 * response.
 */
export function wordsThrottle(rule: FaultRule): boolean {
  return THROTTLE_FIELDS.some((field) => rule[field] !== undefined)
}

/**
 * Checks a fault rule field by field.
 * @throws RangeError that names the first invalid field
 */
function requireRule(body: object): asserts body is FaultRule {
  const sent = new Map<string, unknown>(Object.entries(body))
  for (const [field, { required, ok, says }] of Object.entries(RULE_FIELDS)) {
    const value = sent.get(field)
    if (value === undefined ? required : !ok(value)) throw new RangeError(`${field}: ${says}`)
  }
  const unknown = [...sent.keys()].find((field) => !Object.hasOwn(RULE_FIELDS, field))
  if (unknown !== undefined) throw new RangeError(`${unknown}: no such field`)
}

/**
 * Validates the body of `POST /faults` and returns it. `delayMs` and `as` are accepted with any fault.
 * @throws RangeError that names the first invalid field, or a field of `throttle` or `deviate` that is sent with
 *   another fault; also for `deviate` without `field` and `respond`
 */
export function readFaultRule(rule: object): FaultRule {
  requireRule(rule)
  if (wordsThrottle(rule) && rule.fault !== 'throttle') throw new RangeError('code, subcode, usage: with throttle only')
  const deviates = DEVIATION_FIELDS.some((field) => rule[field] !== undefined)
  if (deviates !== (rule.fault === 'deviate')) throw new RangeError('field, rename, value, respond: with deviate only')
  if (deviates && rule.field === undefined && rule.respond === undefined)
    throw new RangeError('field, respond: deviate needs one of them')
  return rule
}

/** The faults for which the network itself responds, in its own error format (`sendFault` of `Network`). */
export type NetworkFault = 'throttle' | 'quota-exhausted' | 'upload-limit-exceeded' | 'unavailable' | 'accept-then-500'
