/** Both ends are inclusive. */
export interface Range {
  start: number
  end: number
}

const single = /^bytes=(\d{0,15})-(\d{0,15})$/

/**
 * The part of `bytes` that a Range header requests. Null stands for the whole file: no range, several ranges, or an
 * unknown unit (RFC 9110, section 14.2). `unsatisfiable` stands for a range outside the file.
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
