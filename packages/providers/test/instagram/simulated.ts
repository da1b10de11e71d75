import nock from 'nock'
import { accountId, graph } from './network.ts'
import { container, media } from './responses.ts'

/** A call as Instagram got it. */
export interface Sent {
  operation: Operation
  path: string
  form: Record<string, string>
  query: Record<string, string>
  authorization: string | null
}

export type Operation = 'create' | 'publish' | 'status' | 'list' | 'limit' | 'post'
/** A body, a status with one, or a connection that breaks. */
export type SimulatedResponse = object | [status: number, body: unknown] | 'drop'

function operationOf(method: string, path: string, query: URLSearchParams): Operation {
  if (path.endsWith('/media_publish')) return 'publish'
  if (path.endsWith('/content_publishing_limit')) return 'limit'
  if (path === `/v25.0/${accountId}/media`) return method === 'POST' ? 'create' : 'list'
  return query.get('fields') === 'status_code,status' ? 'status' : 'post'
}

const usual: Record<Operation, SimulatedResponse> = {
  create: {},
  publish: { id: '17900000000000009' },
  status: container('FINISHED'),
  list: { data: [] },
  limit: { data: [{ quota_usage: 50, config: { quota_total: 50, quota_duration: 86_400 } }] },
  post: media('17900000000000009'),
}

/**
 * Simulates Instagram: each operation responds from its list, whose last response repeats; containers get ids of their
 * own unless a list says otherwise. Returns what was sent, in order.
 */
export function simulate(
  responses: Partial<Record<Operation, readonly SimulatedResponse[]>> = {},
  host = graph,
): Sent[] {
  const sent: Sent[] = []
  const given: Partial<Record<Operation, number>> = {}
  const response = async (request: Request): Promise<[number, string]> => {
    const { pathname, searchParams } = new URL(request.url)
    const operation = operationOf(request.method, pathname, searchParams)
    const form = request.method === 'POST' ? new URLSearchParams(await request.text()) : []
    const authorization = request.headers.get('authorization')
    const [sentForm, query] = [Object.fromEntries(form), Object.fromEntries(searchParams)]
    sent.push({ operation, path: pathname, form: sentForm, query, authorization })
    const at = given[operation] ?? 0
    given[operation] = at + 1
    const list = responses[operation] ?? []
    const chosen = list[Math.min(at, list.length - 1)] ?? usual[operation]
    if (chosen === 'drop') throw Object.assign(new Error('the connection broke'), { code: 'ECONNRESET' })
    const [status, body] = Array.isArray(chosen) ? chosen : [200, chosen]
    const made = operation === 'create' && body === usual.create ? { id: `1788000000000000${at + 1}` } : body
    return [status, typeof made === 'string' ? made : JSON.stringify(made)]
  }
  nock.cleanAll()
  nock(host).persist().get(/.*/).optionally().reply(response)
  nock(host).persist().post(/.*/).optionally().reply(response)
  return sent
}

export function operationsOf(sent: readonly Sent[]): string {
  return sent.map(({ operation }) => operation).join(' ')
}
