/**
 * The content of a PUT to an upload session: a range of the video's bytes (`first` and `last` inclusive), or a query
 * for the offset at which to resume. `total` is the size of the video in bytes, null if unknown.
 */
export type ContentRange =
  | { kind: 'bytes'; first: number; last: number; total: number | null }
  | { kind: 'question'; total: number | null }

/**
 * Parses the `Content-Range` header of an upload: a range such as `bytes 0-262143/1000000`, or a query of how many
 * bytes have arrived, with `*` in place of the range. `total` is null if the header has `*` as the total size. Returns
 * undefined if the header is malformed or inconsistent.
 */
export function readContentRange(header: string): ContentRange | undefined {
  const [, stretch, total] = /^bytes (\*|\d+-\d+)\/(\*|\d+)$/i.exec(header.trim()) ?? []
  if (stretch === undefined || total === undefined) return undefined
  const whole = total === '*' ? null : Number(total)
  if (stretch === '*') return { kind: 'question', total: whole }
  const [first = 0, last = 0] = stretch.split('-').map(Number)
  if (last < first || (whole !== null && last >= whole)) return undefined
  return { kind: 'bytes', first, last, total: whole }
}
