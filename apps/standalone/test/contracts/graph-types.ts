import type { Schema } from './schema.ts'

interface GraphParameter {
  name: string
  type: string
  required?: boolean
}

export interface GraphApi {
  method: string
  /** The edge; absent or `#get`, `#update`, `#delete` in `name` for calls to the node itself. */
  endpoint?: string
  name?: string
  return?: string
  params: GraphParameter[]
}

/** One node of Graph as Meta's own specifications have it. */
export interface GraphNode {
  apis: GraphApi[]
  fields: { name: string; type: string }[]
}

export interface GraphTypes {
  /** The names of all nodes. */
  names: Iterable<string>
  /** The node of a name; undefined when the specifications have none. */
  node(name: string): GraphNode | undefined
  /** The values of an enumeration of a name. */
  values(name: string): string[] | undefined
}

const plain: Record<string, Schema> = {
  string: { type: 'string' },
  datetime: { type: 'string' },
  bool: { type: 'boolean' },
  int: { type: 'integer' },
  'unsigned int': { type: 'integer', minimum: 0 },
  float: { type: 'number' },
  Object: { type: 'object' },
  map: { type: 'object' },
  list: { type: 'array' },
}

/** The schema of a value of a type; what the specifications name and do not describe is left open. */
export function schemaOfType(types: GraphTypes, type: string): Schema {
  const list = /^list<(.*)>$/.exec(type)?.[1]
  if (list !== undefined) return { type: 'array', items: schemaOfType(types, list) }
  const map = /^map<\s*\w+\s*,\s*(.*)>$/.exec(type)?.[1]
  if (map !== undefined) return { type: 'object', additionalProperties: schemaOfType(types, map) }
  const values = types.values(type)
  // The documentation spells many of them in lower case.
  if (values) return { enum: [...values, ...values.map((value) => value.toLowerCase())] }
  if (types.node(type)) return { $ref: `#/components/schemas/${type}` }
  return plain[type] ?? {}
}

/** The nodes as schemas, for what is sent as JSON. */
export function nodeSchemas(types: GraphTypes): Record<string, Schema> {
  const schemas = [...types.names].map((name) => {
    const fields = types.node(name)?.fields ?? []
    const properties = fields.map((field) => [field.name, schemaOfType(types, field.type)])
    return [name, { type: 'object', properties: Object.fromEntries(properties) }]
  })
  return Object.fromEntries(schemas)
}

/** Whether values of a type are written as JSON in a query or a form. */
export function isJsonType(types: GraphTypes, type: string): boolean {
  return /^(list|map|Object)/.test(type) || (types.node(type) !== undefined && types.values(type) === undefined)
}
