import type { OpenApi } from './openapi.ts'
import type { Schema } from './schema.ts'

interface Row extends Schema {
  location?: string
  repeated?: boolean
  enum?: string[]
}

interface Method {
  httpMethod: string
  path: string
  parameters?: Record<string, Row>
  request?: { $ref: string }
  response?: { $ref: string }
}

interface Resource {
  methods?: Record<string, Method>
  resources?: Record<string, Resource>
}

export interface Discovery extends Resource {
  servicePath: string
  parameters: Record<string, Row>
  schemas: Record<string, Schema>
}

const reference = ({ $ref }: { $ref: string }) => ({ $ref: `#/components/schemas/${$ref}` })

/** Without what means something else than in JSON Schema: `required` there is a mark of a parameter, `annotations` a note. */
function schemaOf({ required: _required, annotations: _notes, default: _default, location: _place, ...row }: Row): Row {
  if (row.$ref !== undefined) return reference({ $ref: row.$ref })
  const { properties, items, additionalProperties, format, repeated: _repeated, ...rest } = row
  const result: Row = rest
  // Bounds are written as texts there.
  for (const bound of ['minimum', 'maximum']) if (bound in rest) result[bound] = Number(rest[bound])
  if (format === 'date-time' || format === 'date') result['format'] = format
  if (row.type === 'string' && /^u?int64$/.test(String(format))) result['pattern'] = '^-?[0-9]+$'
  if (properties) {
    result.properties = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, schemaOf(one)]))
  }
  if (items) result.items = schemaOf(items)
  if (typeof additionalProperties === 'object') result.additionalProperties = schemaOf(additionalProperties)
  if (row.type === 'any') return {}
  return result
}

/** A list may be given as repeated parameters or as one text with commas; the API reads both alike. */
function parameterOf([name, row]: [string, Row]) {
  const { description: _words, ...schema } = schemaOf(row)
  return { name, in: row.location ?? 'query', required: (row['required'] as unknown) === true, schema }
}

function methodsOf({ methods = {}, resources = {} }: Resource): Method[] {
  return [...Object.values(methods), ...Object.values(resources).flatMap(methodsOf)]
}

/** Google's description of an API as an OpenAPI document. */
export function fromDiscovery(discovery: Discovery): OpenApi {
  const paths: OpenApi['paths'] = {}
  const common = Object.entries(discovery.parameters).map(parameterOf)
  for (const { httpMethod, path, parameters = {}, request, response } of methodsOf(discovery)) {
    const content = (ref: { $ref: string }) => ({ content: { 'application/json': { schema: reference(ref) } } })
    const full = `/${discovery.servicePath}${path}`
    paths[full] ??= {}
    paths[full][httpMethod.toLowerCase()] = {
      parameters: [...common, ...Object.entries(parameters).map(parameterOf)],
      ...(request && { requestBody: { required: true, ...content(request) } }),
      responses: response ? { 200: content(response) } : { 204: {} },
    }
  }
  const schemas = Object.entries(discovery.schemas).map(([name, schema]) => [name, schemaOf(schema)])
  return { paths, components: { schemas: Object.fromEntries(schemas) } }
}
