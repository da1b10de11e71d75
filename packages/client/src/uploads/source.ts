/** A file to upload: its path on this machine, a Blob or File, or a stream of its bytes. */
export type UploadSource = string | Blob | AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>

/** A file: its size in bytes, and its content in pieces. */
export type Pieces = { bytes: number; pieces: AsyncIterable<Uint8Array> }

/** The size of a stream, which has to be known before it is sent, and the maximum size of a piece, in bytes. */
type Sizes = { bytes?: number; pieceBytes: number }

async function* ofBlob(blob: Blob, pieceBytes: number) {
  for (let at = 0; at < blob.size; at += pieceBytes) {
    yield new Uint8Array(await blob.slice(at, at + pieceBytes).arrayBuffer())
  }
}

/** Iterates over a stream with its reader, since Safari has no asynchronous iterator of streams. */
async function* ofReader(stream: ReadableStream<Uint8Array>) {
  const reader = stream.getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } finally {
    reader.releaseLock()
  }
}

/** Returns chunks joined to one array. `bytes` is their total size. */
export function joined(chunks: readonly Uint8Array[], bytes: number): Uint8Array {
  const piece = new Uint8Array(bytes)
  let at = 0
  for (const chunk of chunks) {
    piece.set(chunk, at)
    at += chunk.length
  }
  return piece
}

/** Joins or splits the chunks of a stream to pieces of one size, of which the last may be smaller. */
async function* inPieces(stream: AsyncIterable<Uint8Array>, pieceBytes: number) {
  let chunks: Uint8Array[] = []
  let held = 0
  for await (let chunk of stream) {
    while (held + chunk.length >= pieceBytes) {
      const taken = chunk.subarray(0, pieceBytes - held)
      yield joined([...chunks, taken], pieceBytes)
      chunk = chunk.subarray(taken.length)
      chunks = []
      held = 0
    }
    if (chunk.length > 0) chunks.push(chunk)
    held += chunk.length
  }
  if (held > 0) yield joined(chunks, held)
}

async function ofPath(path: string, pieceBytes: number): Promise<Pieces> {
  // A bundler for browsers cannot resolve the name, and need not: there are no paths.
  const name = 'node:fs'
  const { createReadStream, promises } = await import(/* @vite-ignore */ /* webpackIgnore: true */ name)
  const { size } = await promises.stat(path)
  // The file is opened with the first piece: the upload may be rejected before.
  const stream = { [Symbol.asyncIterator]: () => createReadStream(path)[Symbol.asyncIterator]() }
  return { bytes: size, pieces: inPieces(stream, pieceBytes) }
}

/** Returns a file's size, and its bytes in pieces of `pieceBytes` or less. Throws for a stream without `bytes`. */
export async function piecesOf(source: UploadSource, { bytes, pieceBytes }: Sizes): Promise<Pieces> {
  if (typeof source === 'string') return ofPath(source, pieceBytes)
  if (source instanceof Blob) return { bytes: source.size, pieces: ofBlob(source, pieceBytes) }
  if (bytes === undefined) throw new TypeError('The upload of a stream needs `bytes`, the size of the whole file.')
  const stream = 'getReader' in source ? ofReader(source) : source
  return { bytes, pieces: inPieces(stream, pieceBytes) }
}
