import type { OutboundAnswer } from '@carillon/outbound'
import type { AppCall } from './call-context.ts'
import { type ErrorRule, matchingRule, type Rejection } from './error-rules.ts'
import { bodyOf, isObject } from './json.ts'
import type { Drift } from './reported-drift.ts'

/** What a success is documented to hold. Paths are names with dots between, `[]` after a list: `items[].status`. */
export interface Expectation {
  /** Fields that every success has. */
  required?: readonly string[]
  /** Every value that is documented for a field; a field that is absent is left to `required`. */
  values?: Readonly<Record<string, readonly string[]>>
}

/** Everything at a path: one value, or one for each item of the lists on the way. */
function valuesAt(value: unknown, path: readonly string[]): unknown[] {
  const [step, ...rest] = path
  if (step === undefined) return [value]
  const name = step.replace(/\[\]$/, '')
  const next = isObject(value) ? value[name] : undefined
  if (name === step) return valuesAt(next, rest)
  return Array.isArray(next) ? next.flatMap((item) => valuesAt(item, rest)) : []
}

/** A value that may be logged: an identifier is a word of the network's, anything else could be a user's. */
function identifierOf(value: unknown): Pick<Drift, 'value'> {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return /^[A-Za-z0-9_.-]{1,40}$/.test(text) ? { value: text } : {}
}

/** Reports where a success differs from what is documented. It never fails a call: the adapter decides what to do with it. */
export function noteUnexpected(
  call: Pick<AppCall, 'noteDrift'>,
  { operation, expects }: { operation: string; expects?: Expectation | undefined },
  response: Pick<OutboundAnswer, 'json'>,
): void {
  if (!expects || !call.noteDrift) return
  const body = bodyOf(response)
  for (const field of expects.required ?? []) {
    const isMissing = valuesAt(body, field.split('.')).some((value) => value === undefined || value === null)
    if (isMissing) call.noteDrift({ kind: 'missing_field', field, operation })
  }
  for (const [field, known] of Object.entries(expects.values ?? {})) {
    for (const value of valuesAt(body, field.split('.'))) {
      if (value === undefined || value === null || known.includes(String(value))) continue
      call.noteDrift({ kind: 'unknown_value', field, operation, ...identifierOf(value) })
    }
  }
}

/** Reports a rejection that no rule knows. A 5xx says that something broke, and needs no rule. */
export function noteUnknownError(
  call: Pick<AppCall, 'noteDrift'>,
  { operation, rules }: { operation: string; rules: readonly ErrorRule[] },
  rejection: Rejection,
): void {
  if (rejection.status >= 500 || matchingRule(rules, rejection)) return
  const named = Object.values(rejection.fields).filter((value) => value !== undefined)
  const code = [rejection.status, ...named].map((value) => identifierOf(value).value ?? '?').join('.')
  call.noteDrift?.({ kind: 'unknown_error', field: 'error', operation, ...identifierOf(code) })
}
