/**
 * Returns a copy of a chunk that was passed to `write` or `end` of a stream, as bytes; undefined if it is neither a
 * string nor bytes. `encoding` is the encoding of a string; any value that names none means UTF-8.
 */
export function writtenBytes(chunk: unknown, encoding: unknown): Buffer | undefined {
  if (typeof chunk === 'string') {
    return Buffer.from(chunk, typeof encoding === 'string' && Buffer.isEncoding(encoding) ? encoding : 'utf8')
  }
  // A copy: the chunk may be a small window of a large block that would be kept alive with it.
  return chunk instanceof Uint8Array ? Buffer.from(chunk) : undefined
}
