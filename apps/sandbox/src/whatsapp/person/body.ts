import type { PhoneNumber } from '../records.ts'
import type { State } from '../state.ts'

export type Body = Record<string, unknown>

/**
 * Returns a string field of a control request.
 * @throws RangeError with the name of the field
 */
export function text(body: Body, name: string, fallback?: string): string {
  const value = body[name] ?? fallback
  if (typeof value !== 'string' || value === '') throw new RangeError(`${name}: a text`)
  return value
}

/** Returns an integer field of a control request between two bounds, both inclusive. */
export function whole(
  body: Body,
  name: string,
  { fallback, min, max }: { fallback: number; min: number; max: number },
): number {
  const value = body[name] ?? fallback
  if (!Number.isInteger(value) || Number(value) < min || Number(value) > max) {
    throw new RangeError(`${name}: a whole number from ${min} to ${max}`)
  }
  return Number(value)
}

/** Returns a field of a control request that must be one of several values. */
export function oneOf<T extends string>(body: Body, name: string, values: readonly T[], fallback?: T): T {
  const value = values.find((one) => one === (body[name] ?? fallback))
  if (value === undefined) throw new RangeError(`${name}: ${values.join(', ')}`)
  return value
}

/** Returns the number to which a customer writes, by id or display form; without `to` the first registered one. */
export function numberOf({ numbers }: State, to: unknown): PhoneNumber {
  const all = [...numbers.values()]
  const found =
    to === undefined
      ? (all.find(({ registered, inApp }) => registered && !inApp) ?? all[0])
      : all.find(({ id, display }) => id === to || display === to)
  if (found === undefined) throw new RangeError(`to: ${all.map(({ id }) => id).join(', ')}`)
  return found
}
