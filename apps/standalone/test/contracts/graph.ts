import type { Contract } from './contract.ts'
import type { Exchange } from './exchange.ts'
import { readSelection, type Selection } from './graph-fields.ts'
import { type GraphApi, type GraphNode, type GraphTypes, isJsonType, nodeSchemas, schemaOfType } from './graph-types.ts'
import { checkOperation, type Parameter, type Parameters } from './operation.ts'
import { createValidator, type Schema, type Validate } from './schema.ts'

/** What Meta's specifications lack: extra parameters and fields by node, and responses of writes by operation. */
export interface GraphSupplement {
  /** The nodes that the id of a call may be of, by the operation's name in the sandbox. */
  nodes: Readonly<Record<string, readonly string[]>>
  parameters: Readonly<Record<string, Parameters>>
  fields: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** What a node responds with besides the fields asked for. */
  unasked: Readonly<Record<string, Readonly<Record<string, Schema>>>>
  /** What a write responds with. */
  responses: Readonly<Record<string, Schema>>
}

const text: Schema = { type: 'string' }
const digits: Schema = { type: 'string', pattern: '^[0-9]+$' }

/** Parameters that every call takes. @see https://developers.facebook.com/docs/graph-api/overview (read 2026-11-22) */
const everywhere: Parameters = {
  access_token: { schema: text },
  appsecret_proof: { schema: { type: 'string', pattern: '^([0-9a-f]{64}|masked)$' } },
}
const ofReads: Parameters = { fields: { schema: text } }
const ofLists: Parameters = {
  ...ofReads,
  limit: { schema: { type: 'integer', minimum: 1, maximum: 100 } },
  after: { schema: text },
  before: { schema: text },
  since: { schema: digits },
  until: { schema: digits },
}

const paging: Schema = {
  type: 'object',
  properties: {
    cursors: { type: 'object', properties: { before: text, after: text } },
    next: text,
    previous: text,
  },
}
const summary: Schema = {
  type: 'object',
  properties: {
    total_count: { type: 'integer' },
    order: text,
    can_comment: { type: 'boolean' },
    can_like: { type: 'boolean' },
    has_liked: { type: 'boolean' },
  },
}
const graphError: Schema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['message', 'type', 'code'],
      properties: {
        message: text,
        type: text,
        code: { type: 'integer' },
        error_subcode: { type: 'integer' },
        error_user_title: text,
        error_user_msg: text,
        error_data: {},
        is_transient: { type: 'boolean' },
        fbtrace_id: text,
      },
    },
  },
}

interface Tools {
  validate: Validate
  types: GraphTypes
  supplement: GraphSupplement
}

function fieldsOf(name: string, { types, supplement }: Tools): Map<string, string> {
  const listed = types.node(name)?.fields.map((field): [string, string] => [field.name, field.type]) ?? []
  return new Map([...listed, ...Object.entries(supplement.fields[name] ?? {})])
}

/** An edge that is read as a field of its node. */
function edgeOf(node: GraphNode | undefined, name: string): GraphApi | undefined {
  return node?.apis.find((api) => api.method === 'GET' && api.endpoint === name)
}

const inner = (type: string) => /^list<(.*)>$/.exec(type)?.[1] ?? type

/** The schema of a node of which only some fields were asked for, and what is wrong with asking for them. */
function selected(name: string, selection: Selection, tools: Tools): { schema: Schema; lines: string[] } {
  const known = fieldsOf(name, tools)
  const lines: string[] = []
  const properties: Record<string, Schema> = { id: text, ...tools.supplement.unasked[name] }
  if (known.size === 0) return { schema: {}, lines: [`fields ${name}: no specification`] }
  for (const [field, below] of Object.entries(selection)) {
    const type = known.get(field)
    const edge = edgeOf(tools.types.node(name), field)
    const target = type === undefined || type === 'Object' ? edge?.return : inner(type)
    if (type === undefined && edge === undefined) {
      lines.push(`fields ${name}.${field}: unknown`)
      continue
    }
    const nested = Object.keys(below).length > 0 && target ? selected(target, below, tools) : undefined
    lines.push(...(nested?.lines ?? []))
    const item = nested?.schema ?? (target && edge ? {} : undefined)
    const isList = type?.startsWith('list<') === true
    if (isList) properties[field] = item ? { type: 'array', items: item } : schemaOfType(tools.types, type)
    else if (edge && (type === undefined || type === 'Object')) properties[field] = listOf(item ?? {})
    else properties[field] = item ?? schemaOfType(tools.types, type ?? '')
  }
  return { schema: { type: 'object', properties }, lines }
}

function listOf(items: Schema): Schema {
  return { type: 'object', required: ['data'], properties: { data: { type: 'array', items }, paging, summary } }
}

function parametersOf(api: GraphApi | undefined, key: string, { types, supplement }: Tools): Parameters {
  const listed = (api?.params ?? []).map(({ name, type, required }): [string, Parameter] => {
    const schema = type === 'datetime' ? digits : schemaOfType(types, type)
    const encoding = type.startsWith('list') ? 'list' : 'json'
    const written = isJsonType(types, type) ? ({ encoding } as const) : {}
    return [name, { schema, required: required === true, ...written }]
  })
  return { ...everywhere, ...Object.fromEntries(listed), ...supplement.parameters[key] }
}

function apiOf(node: GraphNode | undefined, method: string, edge: string | undefined): GraphApi | undefined {
  return node?.apis.find((api) => {
    if (api.method !== method) return false
    return edge === undefined
      ? !api.endpoint || api.endpoint.startsWith('#')
      : api.endpoint?.replace('_', '') === edge.replace('_', '')
  })
}

interface Place {
  node: string
  edge: string | undefined
}

/** A call held against one node; undefined when the node has no such edge. */
function checkCall(exchange: Exchange, { node: name, edge }: Place, tools: Tools): string[] | undefined {
  const { types, supplement } = tools
  const { method, operation, request } = exchange
  const api = apiOf(types.node(name), method, edge)
  const key = `${method} ${name}${edge === undefined ? '' : `/${edge}`}`
  if (!api && edge !== undefined && !(key in supplement.parameters)) return undefined
  const parameters = parametersOf(api, key, tools)
  const isList = method === 'GET' && edge !== undefined
  const lists = isList ? { ...ofLists, ...parameters } : parameters
  const query = method === 'GET' ? { ...lists, ...ofReads } : lists
  const fields = request.query.find(([one]) => one === 'fields')?.[1]
  const target = edge === undefined ? name : (api?.return ?? name)
  const asked = fields === undefined ? undefined : readFields(target, fields, tools)
  const read = asked?.schema ?? {}
  const success = supplement.responses[operation ?? ''] ?? (isList ? listOf(read) : read)
  const inForm = { form: parameters }
  const json = Object.entries(parameters).map(([field, { schema }]) => [field, schema])
  const required = Object.keys(parameters).filter((field) => parameters[field]?.required)
  const lines = checkOperation(exchange, {
    validate: tools.validate,
    query: method === 'POST' ? everywhere : query,
    headers: {},
    bodies: {
      'application/x-www-form-urlencoded': inForm,
      'multipart/form-data': inForm,
      'application/json': { json: { type: 'object', required, properties: Object.fromEntries(json) } },
    },
    needsBody: method === 'POST' && required.length > 0,
    response: (status) => (status === 200 ? success : graphError),
  })
  return [...(asked?.lines ?? []), ...lines]
}

function readFields(target: string, fields: string, tools: Tools): { schema: Schema; lines: string[] } {
  try {
    return selected(target, readSelection(fields), tools)
  } catch (error) {
    return { schema: {}, lines: [error instanceof Error ? error.message : String(error)] }
  }
}

/** Calls to Graph: a version, an id or `me`, and an edge. The id's node follows from the operation. */
export function graphContract(types: GraphTypes, supplement: GraphSupplement): Contract {
  const tools = { types, supplement, validate: createValidator(nodeSchemas(types)) }
  return (exchange) => {
    const [, edge] = /^\/v\d+\.\d+\/[^/]+(?:\/(\w+))?$/.exec(exchange.path) ?? [undefined, '-']
    const nodes = supplement.nodes[exchange.operation ?? ''] ?? []
    const tried = nodes.flatMap((node) => {
      const lines = edge === '-' ? undefined : checkCall(exchange, { node, edge }, tools)
      return lines ? [lines] : []
    })
    return tried.toSorted((one, other) => one.length - other.length)[0]
  }
}
