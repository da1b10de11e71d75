import { createServer, type IncomingMessage } from 'node:http'
import type { AppCall, WebhookEvents } from '../../src/index.ts'
import { whatsappWebhook } from '../../src/whatsapp/webhook/port.ts'

interface Posted {
  event: string
  code: string
  data: Record<string, string>
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

/** A gateway of the test: the sign-up page, and the webhook with the adapter behind it. */
export function startGateway(getCall: () => AppCall) {
  const signups: Posted[] = []
  const events: WebhookEvents = { messages: [], statuses: [], account: [], skipped: 0 }
  const waiting = new Set<() => void>()
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://gateway')
    const body = await bodyOf(request)
    if (url.pathname === '/connect/whatsapp') {
      if (request.method === 'POST') signups.push(JSON.parse(body.toString('utf8')))
      response.setHeader('content-type', request.method === 'POST' ? 'application/json' : 'text/html')
      response.end(request.method === 'POST' ? '{"status":"completed","redirectUrl":null}' : '<h1>Sign up</h1>')
      return
    }
    if (request.method === 'GET') {
      const challenge = whatsappWebhook.verify(getCall().app, Object.fromEntries(url.searchParams))
      response.writeHead(challenge === null ? 403 : 200).end(challenge ?? '')
      return
    }
    const headers = request.headers as Record<string, string | undefined>
    if (!whatsappWebhook.isSigned(getCall().app, { headers, body })) {
      response.writeHead(401).end()
      return
    }
    const { messages, statuses, account, skipped } = whatsappWebhook.normalize(JSON.parse(body.toString('utf8')))
    events.messages.push(...messages)
    events.statuses.push(...statuses)
    events.account.push(...account)
    events.skipped += skipped
    response.end()
    for (const check of waiting) check()
  }).listen(0, '127.0.0.1')

  /** Resolves with what is found among the events, now or once it has arrived. */
  function until<T>(find: (all: WebhookEvents) => T | undefined): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<T>()
    const check = () => {
      const found = find(events)
      if (found === undefined) return
      waiting.delete(check)
      resolve(found)
    }
    waiting.add(check)
    check()
    return promise
  }
  return { server, signups, events, until }
}
