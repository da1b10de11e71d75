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
