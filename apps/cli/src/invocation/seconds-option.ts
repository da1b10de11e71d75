import { UsageError } from '../usage-error.ts'
import { textOf, type Values } from './invocation.ts'

const usualSeconds = 900

/**
 * Returns the value of an option in seconds, converted to ms; undefined if the option was not given.
 * @throws UsageError if the value is not a positive number
 */
export function secondsOption(values: Values, name: string): number | undefined {
  const text = textOf(values, name)
  if (text === undefined) return undefined
  if (!/^\d+(?:\.\d+)?$/.test(text) || Number(text) <= 0)
    throw new UsageError(`--${name} takes seconds, not "${text}".`)
  return Number(text) * 1_000
}

/**
 * Returns how long `--wait` waits, in ms: the seconds given with `--timeout`, or 15 minutes. Undefined without
 * `--wait`.
 * @throws UsageError if `--timeout` is not a positive number, also without `--wait`
 */
export function waitMsOf(values: Values): number | undefined {
  const ms = secondsOption(values, 'timeout') ?? usualSeconds * 1_000
  return values['wait'] === true ? ms : undefined
}
