import { createLogger } from '@carillon/log'
import { createGateway, type Gateway, type GatewayOptions } from '../src/index.ts'
import type { Service } from '../src/service.ts'
import { fakeService, key, type Seen } from './fake-service.ts'

export type ReplyBody = Record<string, unknown> & { error: { code: string; message: string; details?: unknown } }

export interface Reply {
  status: number
  headers: Headers
  text: string
  /** The body as JSON. */
  body: ReplyBody
}

export interface Ask extends Omit<RequestInit, 'body'> {
  json?: unknown
  body?: NonNullable<RequestInit['body']>
  /** Sent as it is; the usual key when left out, none when null. */
  authorization?: string | null
}

export interface TestGateway {
  url: string
  gateway: Gateway
  seen: Seen
  lines: Record<string, unknown>[]
  ask(method: string, path: string, options?: Ask): Promise<Reply>
  close(): Promise<void>
}

function parse(text: string): ReplyBody {
  try {
    return JSON.parse(text)
  } catch {
    return { error: { code: 'no JSON', message: text.slice(0, 200) } }
  }
}

/** A gateway on a free port over a fake service, with parts of it replaced. */
export async function startGateway(
  replaced: (service: Service) => Partial<Service> = () => ({}),
  options: Partial<GatewayOptions> = {},
): Promise<TestGateway> {
  const { service, seen } = fakeService()
  const lines: Record<string, unknown>[] = []
  const log = createLogger({
    name: 'test',
    level: 'info',
    destination: { write: (line) => void lines.push(JSON.parse(line)) },
  })
  const gateway = createGateway(null, {
    service: { ...service, ...replaced(service) },
    log,
    host: '127.0.0.1',
    port: 0,
    publicUrl: 'http://127.0.0.1',
    ...options,
  })
  const url = await gateway.listen()
  return {
    url,
    gateway,
    seen,
    lines,
    async ask(method, path, { json, authorization = `Bearer ${key}`, headers, ...init } = {}) {
      const sent = new Headers(headers)
      if (authorization !== null) sent.set('authorization', authorization)
      if (json !== undefined) sent.set('content-type', 'application/json')
      const body = json === undefined ? init.body : JSON.stringify(json)
      const res = await fetch(`${url}${path}`, {
        redirect: 'manual',
        ...init,
        method,
        headers: sent,
        ...(body && { body }),
      })
      const text = await res.text()
      return { status: res.status, headers: res.headers, text, body: parse(text) }
    },
    close: () => gateway.close(),
  }
}
