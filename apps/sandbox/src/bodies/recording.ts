import type { IncomingMessage, ServerResponse } from 'node:http'
import { writtenBytes } from '../written-bytes.ts'

/** The maximum number of bytes of a body that are kept. Of a longer body, only the length is recorded. */
export const MAX_BODY_BYTES = 256 * 1024

/** The part of one request or response body that has been received or written so far. */
export interface Recording {
  /** The number of bytes so far, including those that are not kept. */
  size: number
  /** The bytes themselves; empty once the body is longer than `MAX_BODY_BYTES`. */
  chunks: Buffer[]
}

function add(recording: Recording, chunk: unknown, encoding: unknown): void {
  if (chunk instanceof Uint8Array && recording.size + chunk.length > MAX_BODY_BYTES) {
    recording.size += chunk.length
    recording.chunks = []
    return
  }
  const bytes = writtenBytes(chunk, encoding)
  if (bytes === undefined) return
  recording.size += bytes.length
  if (recording.size > MAX_BODY_BYTES) recording.chunks = []
  else recording.chunks.push(bytes)
}

const requests = new WeakMap<IncomingMessage, Recording>()

/**
 * Records the body of a request while its handler reads it. Later calls return the same recording. Call it
 * synchronously in the server's `request` event, before any byte has arrived, to record the whole body.
 */
export function recordRequest(request: IncomingMessage): Recording {
  const known = requests.get(request)
  if (known !== undefined) return known
  const recording: Recording = { size: 0, chunks: [] }
  requests.set(request, recording)
  const push = request.push.bind(request)
  request.push = (chunk: unknown, encoding?: BufferEncoding) => {
    add(recording, chunk, encoding)
    return push(chunk, encoding)
  }
  return recording
}

/** Records the body of a response: all bytes that are written after this call. */
export function recordResponse(response: ServerResponse): Recording {
  const recording: Recording = { size: 0, chunks: [] }
  const [write, end] = [response.write.bind(response), response.end.bind(response)]
  Object.assign(response, {
    write(...args: Parameters<typeof write>) {
      add(recording, args[0], args[1])
      return write(...args)
    },
    end(...args: Parameters<typeof end>) {
      add(recording, args[0], args[1])
      return end(...args)
    },
  })
  return recording
}
