const integer = /^(-?\d+)(?:\.0+)?$/

/** Whether `value`, which was parsed from the literal `source`, is infinite, or another integer than `source` names. */
function isChanged(value: unknown, source: string): boolean {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return false
  if (!Number.isFinite(value)) return true
  const digits = integer.exec(source)?.[1]
  return digits !== undefined && BigInt(digits) !== BigInt(value)
}

/**
 * Parses JSON as `JSON.parse` does, and rejects an integer that a JavaScript number cannot represent, since another one
 * would be sent.
 * @throws RangeError if it has such an integer, or a number that is too large; SyntaxError if it is not JSON
 */
export function exactJson(text: string): unknown {
  return JSON.parse(text, (_name: string, value: unknown, ...[context]: readonly { source?: string }[]) => {
    const { source = '' } = context ?? {}
    if (!isChanged(value, source)) return value
    const message = `integers beyond ${Number.MAX_SAFE_INTEGER} cannot be sent exactly: send ${source.slice(0, 40)} as a string, in quotation marks`
    throw new RangeError(message)
  })
}
