import { openRaw, parseRaw, type RawReply } from '../raw.ts'

export interface PipelinedRequest {
  method: string
  path: string
  headers: Readonly<Record<string, string>>
  json?: object
}

/** Requests on one connection. A gateway closes those on which more than 32 wait. */
const perConnection = 27

function textOf({ method, path, headers, json }: PipelinedRequest, connection: string): string {
  const body = json === undefined ? '' : JSON.stringify(json)
  const type = json === undefined ? {} : { 'content-type': 'application/json', 'content-length': body.length }
  const all = Object.entries({ host: 'a', connection, ...headers, ...type })
  return [`${method} ${path} HTTP/1.1`, ...all.map(([name, value]) => `${name}: ${value}`), '', body].join('\r\n')
}

function repliesIn(text: string): RawReply[] {
  const replies: RawReply[] = []
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\r\n\r\n', at)
    if (end === -1) break
    const bodyAt = end + 4
    const length = Number(/^content-length: (\d+)/im.exec(text.slice(at, bodyAt))?.[1] ?? 0)
    replies.push(parseRaw(text.slice(at, bodyAt + length)))
    at = bodyAt + length
  }
  return replies
}

async function sendOnOne(url: string, requests: readonly PipelinedRequest[]): Promise<RawReply[]> {
  const raw = openRaw(url)
  const last = requests.length - 1
  raw.send(requests.map((request, at) => textOf(request, at === last ? 'close' : 'keep-alive')).join(''))
  const text = await raw.all()
  const replies = repliesIn(text)
  if (replies.length !== requests.length) throw new Error(`${replies.length} of ${requests.length} responses: ${text}`)
  return replies
}

/**
 * Sends requests in ASCII on a few connections, on each without waiting for responses, and returns the responses in the
 * same order. Takes a fraction of the processor time of `fetch`, which counts where thousands are sent.
 */
export async function sendPipelined(url: string, requests: readonly PipelinedRequest[]): Promise<RawReply[]> {
  const connections = Math.ceil(requests.length / perConnection)
  const replies = await Promise.all(
    Array.from({ length: connections }, (_, at) =>
      sendOnOne(url, requests.slice(at * perConnection, (at + 1) * perConnection)),
    ),
  )
  return replies.flat()
}
