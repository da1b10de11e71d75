import type { Contract } from './contract.ts'
import { checkOperation, type Operation, type Parameter, type Parameters } from './operation.ts'
import { createValidator, type Schema, type Validate } from './schema.ts'

interface Described {
  $ref?: string
  name?: string
  in?: string
  required?: boolean
  style?: string
  explode?: boolean
  schema?: Schema
  /** The schema of the JSON that the parameter's text is. */
  'x-json-encoded'?: Schema
}

interface Content {
  [contentType: string]: { schema?: Schema }
}

interface Method {
  parameters?: Described[]
  requestBody?: { $ref?: string; required?: boolean; content?: Content }
  responses?: Record<string, { $ref?: string; content?: Content }>
}

export interface OpenApi {
  paths: Record<string, Record<string, unknown>>
  components?: Record<string, Record<string, unknown>>
}

const isJson = (contentType: string) => /json$/.test(contentType)

function resolverOf({ components }: OpenApi) {
  return <T extends { $ref?: string }>(row: T): T => {
    const [, , kind = '', name = ''] = row.$ref?.split('/') ?? []
    return row.$ref === undefined ? row : (components?.[kind]?.[name] as T)
  }
}

type Resolve = ReturnType<typeof resolverOf>

function parameterOf(row: Described, resolve: Resolve): Parameter {
  const json = row['x-json-encoded']
  const required = row.required === true
  if (json) return { schema: json, required, encoding: 'json' }
  const schema = resolve(row.schema ?? {})
  if (schema.type !== 'array') return { schema, required }
  const items = resolve(schema.items ?? {})
  return { schema: { ...schema, items }, required, encoding: row.explode === false ? 'comma' : 'repeated' }
}

function formOf(schema: Schema, resolve: Resolve): Parameters {
  const { properties = {}, required = [] } = resolve(schema)
  const fields = Object.entries(properties).map(([name, field]): [string, Parameter] => {
    const own = resolve(field)
    // A file is shown as the text `bytes`.
    const plain = own['format'] === 'binary' ? {} : own
    return [name, { schema: plain, required: required.includes(name) }]
  })
  return Object.fromEntries(fields)
}

function bodyOf([contentType, { schema = {} }]: [string, { schema?: Schema }], resolve: Resolve) {
  if (isJson(contentType)) return { json: schema }
  const isForm = contentType === 'multipart/form-data' || contentType === 'application/x-www-form-urlencoded'
  return isForm ? { form: formOf(schema, resolve) } : ('bytes' as const)
}

function operationOf(method: Method, inherited: Described[], tools: { resolve: Resolve; validate: Validate }) {
  const { resolve, validate } = tools
  const rows = [...inherited, ...(method.parameters ?? [])].map(resolve)
  const named = (place: string, lower = false): Parameters =>
    Object.fromEntries(
      rows.flatMap((row): [string, Parameter][] => {
        const name = lower ? row.name?.toLowerCase() : row.name
        return row.in === place && name !== undefined ? [[name, parameterOf(row, resolve)]] : []
      }),
    )
  const requestBody = method.requestBody && resolve(method.requestBody)
  const bodies = Object.entries(requestBody?.content ?? {}).map((entry) => [entry[0], bodyOf(entry, resolve)] as const)
  const operation: Operation = {
    validate,
    query: named('query'),
    headers: named('header', true),
    bodies: Object.fromEntries(bodies),
    needsBody: requestBody?.required === true,
    response(status, contentType) {
      const row = method.responses?.[status] ?? method.responses?.['default']
      if (!row) return undefined
      const { content = {} } = resolve(row)
      const json = content[contentType] ?? Object.entries(content).find(([type]) => isJson(type))?.[1]
      return json ? (json.schema ?? {}) : 'empty'
    },
  }
  return operation
}

function patternOf(path: string): RegExp {
  const escaped = path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replaceAll(/\{[\w.-]+\}/g, '[^/]+')}$`)
}

/** The calls that an OpenAPI document describes; a path without parameters comes before one that fits as well. */
export function openApiContract(api: OpenApi): Contract {
  const resolve = resolverOf(api)
  const validate = createValidator((api.components?.['schemas'] ?? {}) as Record<string, Schema>)
  const operations = Object.entries(api.paths)
    .toSorted(([one], [other]) => one.split('{').length - other.split('{').length)
    .flatMap(([path, methods]) => {
      const inherited = (methods['parameters'] ?? []) as Described[]
      return Object.entries(methods)
        .filter(([name]) => name !== 'parameters')
        .map(([name, method]) => ({
          method: name.toUpperCase(),
          pattern: patternOf(path),
          operation: operationOf(method as Method, inherited, { resolve, validate }),
        }))
    })
  return (exchange) => {
    const found = operations.find(({ method, pattern }) => method === exchange.method && pattern.test(exchange.path))
    return found && checkOperation(exchange, found.operation)
  }
}
