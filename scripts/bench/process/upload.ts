// Sends large bodies as fast as they are taken, without ever holding one.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { videoHead } from '../video.ts'
import { endOn, handleCommands } from './asks.ts'

export interface Upload {
  url: string
  kind: 'json' | 'form'
  headers?: Record<string, string>
  /** Fields beside the video. */
  fields: Record<string, string>
  videoBytes: number
  /** Uploads at once. */
  atOnce: number
  /** The statuses that are fine; 202 when left out. */
  accept?: readonly number[]
}

const agent = new Agent({ keepAlive: true })
const noise = randomBytes(96 * 1024)
const boundary = 'a-boundary-of-the-bench'

interface Body {
  before: Buffer
  chunk: Buffer
  whole: number
  rest: Buffer
  after: Buffer
  type: string
}

function filled(videoBytes: number, { json }: { json: boolean }) {
  const write = (bytes: Buffer) => (json ? Buffer.from(bytes.toString('base64')) : bytes)
  const head = videoHead(videoBytes)
  const left = videoBytes - head.length
  const whole = Math.floor(left / noise.length)
  const rest = noise.subarray(0, left - whole * noise.length)
  return { head: write(head), chunk: write(noise), whole, rest: write(rest) }
}

function jsonBody({ fields, videoBytes }: Upload): Body {
  const { head, ...video } = filled(videoBytes, { json: true })
  const start = `${JSON.stringify(fields).slice(0, -1)},"video":{"content_type":"video/mp4","base64":"`
  const before = Buffer.concat([Buffer.from(start), head])
  return { before, ...video, after: Buffer.from('"}}'), type: 'application/json' }
}

function formBody({ fields, videoBytes }: Upload): Body {
  const { head, ...video } = filled(videoBytes, { json: false })
  const part = (disposition: string) => `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n`
  const texts = Object.entries(fields).map(([name, value]) => `${part(`name="${name}"`)}\r\n${value}\r\n`)
  const file = `${part('name="video"; filename="video.mp4"')}content-type: video/mp4\r\n\r\n`
  const before = Buffer.concat([Buffer.from(texts.join('') + file), head])
  return {
    before,
    ...video,
    after: Buffer.from(`\r\n--${boundary}--\r\n`),
    type: `multipart/form-data; boundary=${boundary}`,
  }
}

async function send(
  { url, headers, accept = [202] }: Upload,
  { before, chunk, whole, rest, after, type }: Body,
): Promise<void> {
  const length = before.length + chunk.length * whole + rest.length + after.length
  const sending = request(url, {
    agent,
    method: 'POST',
    headers: { ...headers, 'content-type': type, 'content-length': length },
  })
  const responded = once(sending, 'response') as Promise<[IncomingMessage]>
  sending.write(before)
  for (let sent = 0; sent < whole; sent++) if (!sending.write(chunk)) await once(sending, 'drain')
  sending.write(rest)
  sending.end(after)
  const [response] = await responded
  let text = ''
  for await (const piece of response.setEncoding('utf8')) text += piece
  if (!accept.includes(response.statusCode ?? 0))
    throw new Error(`${url} responded with ${response.statusCode}: ${text.slice(0, 500)}`)
}

/** Returns the milliseconds from the first byte sent to the last byte of the response. */
async function upload(input: Upload): Promise<number> {
  const body = input.kind === 'json' ? jsonBody(input) : formBody(input)
  const began = performance.now()
  await Promise.all(Array.from({ length: input.atOnce }, () => send(input, body)))
  return performance.now() - began
}

handleCommands({ upload })
endOn(async () => agent.destroy())
process.send?.({ type: 'ready' })
