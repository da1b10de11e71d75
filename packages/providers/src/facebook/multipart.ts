import { randomUUID } from 'node:crypto'
import type { MediaSource } from '../media-source.ts'

interface FilePart {
  /** The name of the form field. */
  name: string
  source: MediaSource
  /** The first and last byte to send, inclusive; the whole file if omitted. */
  range?: { start: number; end: number }
}

interface MultipartBody {
  body: AsyncIterable<Uint8Array>
  contentLength: number
  headers: Record<string, string>
}

async function* join(head: Buffer, bytes: AsyncIterable<Uint8Array>, tail: Buffer): AsyncGenerator<Uint8Array> {
  yield head
  yield* bytes
  yield tail
}

/**
 * Builds a multipart form of text fields and one file, which is streamed. The length is known in advance. `name` is the
 * form field of the file; `range` the first and last byte to send, inclusive, or the whole file if omitted.
 * @see https://www.rfc-editor.org/rfc/rfc7578 (read 2026-11-20)
 */
export function multipart(fields: Readonly<Record<string, string>>, { name, source, range }: FilePart): MultipartBody {
  const boundary = `carillon-${randomUUID()}`
  const parts = Object.entries(fields).map(
    ([field, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  )
  const disposition = `content-disposition: form-data; name="${name}"; filename="${name}"`
  const file = `--${boundary}\r\n${disposition}\r\ncontent-type: ${source.contentType}\r\n\r\n`
  const head = Buffer.from(parts.join('') + file)
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  const bytes = range ? range.end - range.start + 1 : source.bytes
  return {
    body: join(head, source.open(range), tail),
    contentLength: head.length + bytes + tail.length,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}
