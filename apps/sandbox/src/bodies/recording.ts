import type { IncomingMessage, ServerResponse } from 'node:http'
import { writtenBytes } from '../written-bytes.ts'

/** Bytes of a body are kept up to this many; a longer one is only measured. */
export const MAX_BODY_BYTES = 256 * 1024

/** The part of one body that has been received so far. */
export interface Recording {
  /** All bytes that went by. */
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
 * Records the request's body while its reader consumes it. To see the whole body, call it before any byte has arrived,
 * that is, synchronously in the server's `request` event; later calls return the same recording.
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

/** Records what is written to the response from now on. */
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
