import { type OperationId, operationIds } from '@carillon/contract'
import { createLogger } from '@carillon/log'
import { expect } from 'chai'
import { createGateway, type Gateway, type GatewayOptions } from '../src/index.ts'
import { type Service, service } from '../src/service.ts'
import { type Installation, openInstallation } from './installation.ts'

type ReplyBody = Record<string, unknown> & { error: { code: string; message: string; details?: unknown } }

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
  /** Sent as it is; the installation's key when left out, none when null. */
  authorization?: string | null
}

interface Call {
  id: OperationId
  input: { params: unknown; query: unknown; headers: unknown; body: unknown }
  requestId: string
  target: unknown
  account: unknown
  platform: unknown
}

export interface TestGateway {
  url: string
  installation: Installation
  gateway: Gateway
  /** What reached a use case, where use cases are only recorded. */
  calls: Call[]
  readonly lines: Record<string, unknown>[]
  /** Uploads being received. */
  slots: { open: number; taken: number }
  ask(method: string, path: string, options?: Ask): Promise<Reply>
  close(): Promise<void>
}

export interface TestOptions extends Partial<Omit<GatewayOptions, 'service'>> {
  /** The installation that it serves; one of its own, closed with it, when left out. */
  installation?: Installation
  env?: Readonly<Record<string, string>>
  /** Functions in the place of the service's own. */
  replace?: (own: Service) => Partial<Service>
  /** Let requests through to the real use cases. */
  real?: boolean
}

/** Expects the error envelope with a code and, for an invalid request, the field `path` in its details. */
export function rejected(reply: Reply, status: number, code: string, path?: string): void {
  expect({ status: reply.status, code: reply.body?.error?.code }, reply.text).to.deep.equal({ status, code })
  expect(Object.keys(reply.body)).to.deep.equal(['error'])
  if (path !== undefined) expect(reply.body.error.details).to.have.nested.property('[0].path').that.deep.equals([path])
}

function parse(text: string): ReplyBody {
  try {
    return JSON.parse(text)
  } catch {
    return { error: { code: 'no JSON', message: text.slice(0, 200) } }
  }
}

function recording(calls: Call[]): Service['useCases'] {
  const useCase = (id: OperationId) => async (_context: unknown, request: Omit<Call, 'id'>) => {
    const { input, requestId, target, account, platform } = request
    calls.push({ id, input, requestId, target, account, platform })
    return id === 'posts.delete' ? { status: 204 } : { status: 200, body: { done: id } }
  }
  return Object.fromEntries(operationIds.map((id) => [id, useCase(id)])) as unknown as Service['useCases']
}

function countingSlots(slots: TestGateway['slots']): Service['admitUpload'] {
  return async (...args) => {
    const slot = await service.admitUpload(...args)
    slots.open++
    slots.taken++
    return {
      ...slot,
      release() {
        slots.open--
        slot.release()
      },
    }
  }
}

/** A gateway on a free port over a installation, whose use cases only note what reaches them. */
export async function startGateway({
  installation,
  env,
  replace,
  real,
  ...options
}: TestOptions = {}): Promise<TestGateway> {
  const served = installation ?? (await openInstallation(env))
  const calls: Call[] = []
  const lines: Record<string, unknown>[] = []
  const slots = { open: 0, taken: 0 }
  const log = createLogger({
    name: 'test',
    level: 'info',
    destination: {
      write(text) {
        lines.push(
          ...text
            .trimEnd()
            .split('\n')
            .map((line) => JSON.parse(line)),
        )
      },
    },
  })
  const admitUpload = countingSlots(slots)
  const base: Service = real ? { ...service, admitUpload } : { ...service, admitUpload, useCases: recording(calls) }
  const gateway = createGateway(served.context, {
    service: { ...base, ...replace?.(base) },
    log,
    host: '127.0.0.1',
    port: 0,
    publicUrl: 'http://127.0.0.1',
    ...options,
  })
  const url = await gateway.listen()
  return {
    url,
    installation: served,
    gateway,
    calls,
    get lines() {
      log.flush()
      return lines
    },
    slots,
    async ask(method, path, { json, authorization = `Bearer ${served.key}`, headers, ...init } = {}) {
      const sent = new Headers(headers)
      if (authorization !== null) sent.set('authorization', authorization)
      if (json !== undefined) sent.set('content-type', 'application/json')
      const body = json === undefined ? init.body : JSON.stringify(json)
      const response = await fetch(`${url}${path}`, {
        redirect: 'manual',
        ...init,
        method,
        headers: sent,
        ...(body !== undefined && { body }),
      })
      const text = await response.text()
      return { status: response.status, headers: response.headers, text, body: parse(text) }
    },
    async close() {
      await gateway.close()
      if (installation === undefined) await served.close()
    },
  }
}
