import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OutboundRequest } from '@carillon/outbound'
import { expect } from 'chai'
import { answering } from '../fake-answer.ts'
import { now } from '../fake-call.ts'
import { callOn, channels, portOf, writing } from '../messages/channels.ts'

interface Spec {
  apis: { method: string; endpoint?: string; params: { name: string; type: string }[] }[]
  fields: { name: string }[]
}

/** Parameters of Graph itself, which no edge lists. */
const everywhere = ['fields', 'limit', 'after', 'appsecret_proof']
const types: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  Object: (value) => typeof value === 'object' && value !== null,
}

/** The names in a `fields` parameter, without what is nested in them. */
function namesIn(fields: string): string[] {
  const flat = fields.replace(/\{[^}]*\}|\([^)]*\)/g, '')
  return flat.split(',').map((field) => field.split('.')[0] ?? '')
}

function parametersOf({ url, body }: OutboundRequest): [string, unknown][] {
  const json: object = typeof body === 'string' ? JSON.parse(body) : {}
  return [...new URL(url).searchParams, ...Object.entries(json)]
}

function contract(directory: string): void {
  const read = <T>(name: string): T =>
    JSON.parse(readFileSync(join(directory, 'meta/api_specs', `${name}.json`), 'utf8'))
  const enumerations = read<{ name: string; values: string[] }[]>('enum_types.subset')
  const thread = read<Spec>('UnifiedThread')
  const threadFields = [...thread.fields, ...thread.apis.map(({ endpoint = '' }) => ({ name: endpoint }))]

  function fits(type: string, value: unknown): boolean {
    const values = enumerations.find(({ name }) => name === type)?.values
    return values ? values.includes(String(value).toUpperCase()) : (types[type]?.(value) ?? false)
  }

  /** What a request asks for that the specification does not know. */
  function faultsOf(spec: Spec, request: OutboundRequest): string[] {
    const edge = new URL(request.url).pathname.split('/')[3]
    const api = spec.apis.find(({ method, endpoint }) => method === request.method && endpoint === edge)
    if (!api) return [`no ${request.method} ${edge}`]
    return parametersOf(request).flatMap(([name, value]) => {
      if (name === 'fields') {
        return namesIn(String(value)).filter((field) => !threadFields.some((one) => one.name === field))
      }
      if (everywhere.includes(name)) return []
      const parameter = api.params.find((one) => one.name === name)
      if (!parameter) return [`no parameter ${name}`]
      return fits(parameter.type, value) ? [] : [`${name}: ${JSON.stringify(value)} is no ${parameter.type}`]
    })
  }

  for (const channel of channels) {
    it(`${channel.name}: known edges, parameters and fields`, async () => {
      const sent: OutboundRequest[] = []
      const outbound = answering((request) => {
        sent.push(request)
        return { status: 200, body: { data: [], message_id: 'm_1' } }
      })
      const call = { ...(await callOn(channel)), outbound }
      const port = await portOf(channel)
      const begun = port.send.begin({ writeId: 'w', items: 1, now, random: () => new Uint8Array() })
      const write = writing(call, { recipient: '17841999', text: 'Hello' })
      await port.conversations(call, { since: null, cursor: 'A1' })
      await port.send.commit(write, begun, 'message')
      await port.send.reconcile(write, begun, {
        step: 'message',
        startedAt: now,
        claimed: new Set(),
        linksFetched: null,
      })
      expect(sent).to.have.length(3)
      const spec = read<Spec>(channel.authMethod === 'instagram_login' ? 'IGUserForIGOnlyAPI' : 'Page')
      for (const request of sent) expect(faultsOf(spec, request), request.operation).to.deep.equal([])
    })
  }
}

const directory = process.env['CONTRACTS_DIR']
if (directory !== undefined) describe('contract: messages', () => contract(directory))
