export type GraphObject = Record<string, unknown>

/**
 * Parses JSON with every whole number that a double cannot hold kept as its digits: ids come as texts in most answers
 * and as numbers in some.
 */
export function parseGraphJson(text: string): unknown {
  return JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown)
}

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  const { source = '' } = context ?? {}
  return /^-?\d+$/.test(source) ? source : value
}

/** A member as an object, `{}` when it is none. */
export function objectOf(value: unknown): GraphObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

export function listOf(value: unknown): GraphObject[] {
  return Array.isArray(value) ? value.map(objectOf) : []
}

/** A text that says something, or null. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** An id, whether it came as a text or as a number. */
export function idOf(value: unknown): string | null {
  return typeof value === 'number' ? String(value) : textOf(value)
}

export function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** Graph writes `2019-05-17T16:24:04+0000`; answers the same moment as ISO 8601 in UTC, null for anything else. */
export function timeOf(value: unknown): string | null {
  const text = textOf(value)?.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')
  const time = new Date(text ?? Number.NaN)
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}
