import type { GraphCall } from '../../../meta/graph/call.ts'
import { GraphError } from '../../../meta/graph/graph-error.ts'
import type { Parameters } from '../../../meta/graph/parameters.ts'
import type { AdAccount, Budget } from '../../../meta/state/ads/records.ts'
import { minDailyBudget } from '../currencies.ts'
import { badParameter, rejection } from '../rejections.ts'

/**
 * Reads a parameter that accepts one of several values; undefined if not sent.
 * @throws GraphError for any other value
 */
export function readWord(parameters: Parameters, name: string, words: readonly string[]): string | undefined {
  const value = parameters.text(name)
  if (value === undefined || words.includes(value)) return value
  throw badParameter(name, `${name} must be one of ${words.join(', ')}.`)
}

/**
 * Reads the status of a new object: `PAUSED` if not sent.
 * @throws GraphError for a value other than `ACTIVE` and `PAUSED`
 */
export function readNewStatus(parameters: Parameters): 'ACTIVE' | 'PAUSED' {
  return readWord(parameters, 'status', ['ACTIVE', 'PAUSED']) === 'ACTIVE' ? 'ACTIVE' : 'PAUSED'
}

const YEAR_10000 = Date.UTC(10_000, 0)

/**
 * Reads a time parameter in ISO 8601 or Unix seconds and returns ms since the epoch; undefined if not sent, empty or
 * `0`.
 * @throws GraphError for any other value, or a time before 1970 or after 9999
 */
export function readTime(parameters: Parameters, name: string): number | undefined {
  const text = parameters.text(name)
  if (text === undefined || text === '' || text === '0') return undefined
  // Graph writes an offset without a colon, and takes it back.
  const iso = text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(iso)
  if (!(ms >= 0 && ms < YEAR_10000)) throw badParameter(name, `${name} must be a time.`)
  return ms
}

/**
 * Checks that at most one budget is set (not null), and that it is not below the minimum daily budget in the ad
 * account's currency, or for a lifetime budget `days` times that minimum.
 * @throws GraphError with code 100 if not
 */
export function requireBudgets({ dailyBudget, lifetimeBudget }: Budget, { currency }: AdAccount, days = 1): void {
  const min = minDailyBudget(currency)
  if (dailyBudget !== null && lifetimeBudget !== null) {
    throw badParameter('lifetime_budget', 'Only one of daily_budget and lifetime_budget can be set.')
  }
  if (dailyBudget !== null && dailyBudget < min) throw rejection('budgetTooLow', 'daily_budget')
  if (lifetimeBudget !== null && lifetimeBudget < min * days) throw rejection('budgetTooLow', 'lifetime_budget')
}

/**
 * Reads the budgets in the parameters of a call, in the minor unit of the currency; null if not sent.
 * @throws GraphError with code 100 for a value that is not a non-negative integer
 */
export function readBudget(parameters: Parameters): Budget {
  return {
    dailyBudget: parameters.whole('daily_budget') ?? null,
    lifetimeBudget: parameters.whole('lifetime_budget') ?? null,
  }
}

/**
 * Returns whether a call only validates its parameters (`execution_options` contains `validate_only`) and must not
 * create anything.
 * @throws GraphError with code 100 if `execution_options` is not a list
 */
export function isDryRun({ parameters }: GraphCall): boolean {
  return parameters.list('execution_options')?.includes('validate_only') === true
}

/**
 * Rejects the creation of objects in a disabled or closed ad account. The error code is not documented; 368 is the code
 * for blocked actions.
 * @throws GraphError with code 368
 */
export function requireOpenAccount({ status }: AdAccount): void {
  if (status !== 2 && status !== 100 && status !== 101) return
  throw new GraphError('(#368) The action attempted has been deemed abusive or is otherwise disallowed', {
    code: 368,
    userTitle: 'Ad account disabled',
    userMessage: 'This ad account is disabled, so no ads can be created in it.',
  })
}
