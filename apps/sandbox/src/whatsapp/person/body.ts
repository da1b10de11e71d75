import type { PhoneNumber } from '../records.ts'
import type { State } from '../state.ts'

export type Body = Record<string, unknown>

/**
 * Returns a string field of the body of a `POST /person/…` request; `fallback` if it is absent.
 * @throws RangeError that names the field if it is empty, not a string, or absent without a fallback
 */
export function text(body: Body, name: string, fallback?: string): string {
  const value = body[name] ?? fallback
  if (typeof value !== 'string' || value === '') throw new RangeError(`${name}: a text`)
  return value
}

/**
 * Returns an integer field, from `min` to `max` inclusive, of the body of a `POST /person/…` request; `fallback` if it
 * is absent.
 * @throws RangeError that names the field if it is invalid
 */
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

/**
 * Returns a field of the body of a `POST /person/…` request that must have one of several values; `fallback` if it is
 * absent.
 * @throws RangeError that names the field if it has another value, or is absent without a fallback
 */
export function oneOf<T extends string>(body: Body, name: string, values: readonly T[], fallback?: T): T {
  const value = values.find((one) => one === (body[name] ?? fallback))
  if (value === undefined) throw new RangeError(`${name}: ${values.join(', ')}`)
  return value
}

/**
 * Returns the phone number whose id or display form is `to`. Without `to`, returns the first registered number that is
 * not used in the WhatsApp Business app, or the first number if there is none.
 * @throws RangeError if no number matches
 */
export function numberOf({ numbers }: State, to: unknown): PhoneNumber {
  const all = [...numbers.values()]
  const found =
    to === undefined
      ? (all.find(({ registered, inApp }) => registered && !inApp) ?? all[0])
      : all.find(({ id, display }) => id === to || display === to)
  if (found === undefined) throw new RangeError(`to: ${all.map(({ id }) => id).join(', ')}`)
  return found
}
