/**
 * Parses JSON, with integers beyond ±(2^53 − 1), which a double may not represent exactly, as strings of digits. The
 * Graph API sends ids as strings in most responses and as numbers in some.
 * @throws SyntaxError if the text is not JSON
 */
export function parseGraphJson(text: string): unknown {
  // A reviver takes several times as long and as much memory, and few responses contain such a number.
  if (!longNumber.test(text)) return JSON.parse(text)
  return JSON.parse(text, keepDigits)
}

/** Matches every text with a whole number of 16 or more digits outside of a string, and few others. */
const longNumber = /(?:^|[[:,])\s*-?\d{16}/

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  const { source = '' } = context ?? {}
  return /^-?\d+$/.test(source) ? source : value
}
