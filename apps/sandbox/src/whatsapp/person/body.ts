import type { PhoneNumber } from '../records.ts'
import type { State } from '../state.ts'

export type Body = Record<string, unknown>

/** A text of a person's act; throws a `RangeError` that names the field. */
export function text(body: Body, name: string, fallback?: string): string {
  const value = body[name] ?? fallback
  if (typeof value !== 'string' || value === '') throw new RangeError(`${name}: a text`)
  return value
}

/** A whole number between two bounds. */
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

/** One of a list of words. */
export function oneOf<T extends string>(body: Body, name: string, values: readonly T[], fallback?: T): T {
  const value = values.find((one) => one === (body[name] ?? fallback))
  if (value === undefined) throw new RangeError(`${name}: ${values.join(', ')}`)
  return value
}

/** The number that is written to, by id or as it is displayed; without `to` the first that is registered. */
export function numberOf({ numbers }: State, to: unknown): PhoneNumber {
  const all = [...numbers.values()]
  const found =
    to === undefined
      ? (all.find(({ registered, inApp }) => registered && !inApp) ?? all[0])
      : all.find(({ id, display }) => id === to || display === to)
  if (found === undefined) throw new RangeError(`to: ${all.map(({ id }) => id).join(', ')}`)
  return found
}
