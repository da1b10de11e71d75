/** A range of bytes of a file; both ends are inclusive. */
export interface Range {
  start: number
  end: number
}

const single = /^bytes=(\d{0,15})-(\d{0,15})$/

/**
 * Parses a `Range` header for a file of `bytes` bytes. Null means the whole file: no range, several ranges, an invalid
 * range, or an unknown unit (RFC 9110, section 14.2). `unsatisfiable` means a range outside of the file (416).
 */
export function rangeOf(header: string | undefined, bytes: number): Range | null | 'unsatisfiable' {
  const [, first = '', last = ''] = single.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Math.min(Number(last), bytes)
    return length === 0 ? 'unsatisfiable' : { start: bytes - length, end: bytes - 1 }
  }
  const [start, end] = [Number(first), last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)]
  if (last !== '' && Number(last) < start) return null
  return start >= bytes ? 'unsatisfiable' : { start, end }
}
