import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OutboundRequest } from '@carillon/outbound'
import { expect } from 'chai'
import { whatsappSignup } from '../../src/whatsapp/signup/port.ts'
import { whatsappTemplates } from '../../src/whatsapp/templates.ts'
import { whatsappWebhook } from '../../src/whatsapp/webhook/port.ts'
import { answering } from '../fake-answer.ts'
import { now } from '../fake-call.ts'
import { businessAccountId, numberId } from '../whatsapp/events.ts'
import { accountCall, appCall, sendCall, writeId } from '../whatsapp/network.ts'

interface Schema {
  $ref?: string
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
  pattern?: string
}

type Examples = Record<string, { value: unknown }>

interface Operation {
  requestBody?: { content: Record<string, { schema: Schema; examples?: Examples }> }
}

interface OpenApi {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

/** Documented elsewhere: the specification is older than they are. */
const lacking = ['biz_opaque_callback_data', 'recipient']
/** Required by the specification, left out in the network's own examples. */
const optional = ['policy']
/** The schemas of a component that the specification tells apart by `type` alone. */
const variants: Record<string, string> = { TemplateComponent: 'BodyComponent', ParameterObject: 'TextParameter' }

function contract(directory: string): void {
  const file = join(directory, 'meta/whatsapp/whatsapp-cloud-api.v23.subset.json')
  const { paths, components }: OpenApi = JSON.parse(readFileSync(file, 'utf8'))

  /** A schema with what it refers to and is made of. */
  function flat(schema: Schema, isVariant = false): Schema {
    const name = schema.$ref?.split('/').at(-1)
    if (name !== undefined) {
      const variant = isVariant ? undefined : variants[name]
      return flat(components.schemas[variant ?? name] ?? {}, variant !== undefined || isVariant)
    }
    const parts = (schema.allOf ?? []).map((part) => flat(part, isVariant))
    return {
      ...schema,
      properties: Object.assign({}, ...parts.map(({ properties }) => properties), schema.properties),
      required: [...parts.flatMap(({ required = [] }) => required), ...(schema.required ?? [])],
    }
  }

  function faultsOf(given: Schema, value: unknown, path = ''): string[] {
    const { properties = {}, required = [], items, enum: values, pattern } = flat(given)
    if (Array.isArray(value)) return value.flatMap((item, index) => faultsOf(items ?? {}, item, `${path}[${index}]`))
    if (typeof value === 'object' && value !== null) {
      const missing = required.filter((name) => !(name in value) && !optional.includes(name))
      const inside = Object.entries(value).flatMap(([name, one]) => {
        const property = properties[name]
        if (property) return faultsOf(property, one, `${path}.${name}`)
        return lacking.includes(name) ? [] : [`${path}: no ${name}`]
      })
      return [...missing.map((name) => `${path}: ${name} is missing`), ...inside]
    }
    const isOne = values === undefined || values.includes(value)
    const isLike = pattern === undefined || new RegExp(pattern).test(String(value))
    return isOne && isLike ? [] : [`${path}: ${JSON.stringify(value)}`]
  }

  const jsonOf = ({ requestBody }: Operation) => requestBody?.content['application/json']

  function operationOf({ method, url }: OutboundRequest): Operation | undefined {
    const path = new URL(url).pathname
      .replace('/v25.0/', '/{Version}/')
      .replace(numberId, '{Phone-Number-ID}')
      .replace(businessAccountId, '{WABA-ID}')
    return paths[path]?.[method.toLowerCase()]
  }

  function recording(sent: OutboundRequest[]) {
    const body = { messages: [{ id: 'wamid.1' }], success: true, data: [{ id: numberId }] }
    return answering((request) => {
      sent.push(request)
      return { status: 200, body }
    })
  }

  for (const [name, bodyParameters] of [
    ['with values', ['Ada', '#123']],
    ['without values', []],
  ] as const) {
    it(`a template ${name} is a message as specified`, async () => {
      const sent: OutboundRequest[] = []
      const call = sendCall({ bodyParameters }, accountCall({}, appCall({ outbound: recording(sent) })))
      const begun = whatsappTemplates.send.begin({ writeId, items: 1, now, random: () => new Uint8Array() })
      await whatsappTemplates.send.commit(call, begun, 'message')
      const [request] = sent
      if (!request) throw new Error('nothing was sent')
      expect(operationOf(request)).to.not.equal(undefined)
      const message: Schema = { $ref: '#/components/schemas/TemplateMessage' }
      expect(faultsOf(message, JSON.parse(String(request.body)))).to.deep.equal([])
    })
  }

  it('the steps of a sign-up are specified calls', async () => {
    const sent: OutboundRequest[] = []
    const call = appCall({ outbound: recording(sent) })
    const target = { token: 'EAA', businessAccountId, numberId, pin: '123456' }
    await whatsappSignup.subscribe(call, target)
    await whatsappSignup.readNumber(call, target)
    await whatsappSignup.register(call, target)
    await whatsappSignup.unsubscribe(call, target)
    expect(sent).to.have.length(4)
    for (const request of sent) {
      const operation = operationOf(request)
      expect(operation, request.operation).to.not.equal(undefined)
      const { body } = request
      const schema = operation && jsonOf(operation)?.schema
      const form = body instanceof URLSearchParams ? Object.fromEntries(body) : {}
      expect(schema ? faultsOf(schema, form) : [], request.operation).to.deep.equal([])
    }
    const fields = new URL(sent[1]?.url ?? 'x:').searchParams.get('fields')?.split(',') ?? []
    const known = flat({ $ref: '#/components/schemas/WhatsAppBusinessAccountPhoneNumber' }).properties ?? {}
    expect(Object.keys(known)).to.include.members(fields)
  })

  const { examples = {} } = jsonOf(paths['/whatsapp/webhooks']?.['post'] ?? {}) ?? {}
  for (const [name, { value }] of Object.entries(examples)) {
    it(`the example "${name}" of a webhook is read`, () => {
      const { messages, statuses, skipped } = whatsappWebhook.normalize(value)
      // Groups are no part of this service.
      const isOfGroup = JSON.stringify(value).includes('"groups"')
      expect([messages.length + statuses.length, skipped]).to.deep.equal(isOfGroup ? [0, 1] : [1, 0])
    })
  }

  it('there are examples of webhooks', () => {
    expect(Object.keys(examples)).to.have.length.above(10)
  })
}

const directory = process.env['CONTRACTS_DIR']
if (directory !== undefined) describe('contract: whatsapp', () => contract(directory))
