import { UsageError } from '../usage-error.ts'
import { textOf, type Values } from './invocation.ts'

const usualSeconds = 900

/** Milliseconds of an option that takes seconds. */
export function secondsOption(values: Values, name: string): number | undefined {
  const text = textOf(values, name)
  if (text === undefined) return undefined
  if (!/^\d+(?:\.\d+)?$/.test(text) || Number(text) <= 0)
    throw new UsageError(`--${name} takes seconds, not "${text}".`)
  return Number(text) * 1_000
}

/** How long --wait waits, in milliseconds; undefined without it. */
export function waitMsOf(values: Values): number | undefined {
  const ms = secondsOption(values, 'timeout') ?? usualSeconds * 1_000
  return values['wait'] === true ? ms : undefined
}
