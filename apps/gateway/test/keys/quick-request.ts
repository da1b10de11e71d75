import { once } from 'node:events'
import { type Agent, type IncomingMessage, request } from 'node:http'
import type { Ask, Reply } from '../test-gateway.ts'

type Sent = Pick<Ask, 'json'> & { headers: Readonly<Record<string, string>>; agent: Agent }

/**
 * Sends a request with these headers and no others. Takes half of the processor time of `fetch`, which counts where
 * thousands are sent.
 */
export async function quickRequest(method: string, url: string, { json, headers, agent }: Sent): Promise<Reply> {
  const type = json === undefined ? {} : { 'content-type': 'application/json' }
  const sent = request(url, { method, agent, headers: { ...headers, ...type } })
  const responded = once(sent, 'response') as Promise<[IncomingMessage]>
  sent.end(json === undefined ? undefined : JSON.stringify(json))
  const [response] = await responded
  const text = Buffer.concat(await response.toArray()).toString()
  const received = Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  )
  const body = text === '' ? {} : JSON.parse(text)
  return { status: response.statusCode ?? 0, headers: new Headers(received), text, body }
}
