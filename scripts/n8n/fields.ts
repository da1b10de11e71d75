import { alternativesOf, type Document, resolved, type Schema, typesOf } from '../openapi/schema.ts'
import { descriptionOf, fieldTitle } from './titles.ts'

/** A field of a request as the node shows it. `packages/n8n-nodes-carillon` describes the members. */
export interface Field {
  name: string
  title: string
  kind: string
  description?: string
  isRequired?: true
  isNullable?: true
  isLong?: true
  options?: unknown[]
  minimum?: number
  maximum?: number
  value?: unknown
  fields?: Field[]
  isList?: true
  typeName?: string
  takesUrl?: true
}

type Described = Omit<Field, 'name' | 'title' | 'isRequired' | 'description'>

/** Members of a file in JSON. */
const fileMembers = ['base64', 'url', 'contentType', 'content_type']

function isFile(leaves: readonly Schema[]): boolean {
  return leaves.some(({ properties = {} }) => 'base64' in properties)
}

function fileOf(leaves: readonly Schema[], document: Document): Described {
  const names = new Set(leaves.flatMap(({ properties = {} }) => Object.keys(properties)))
  const typeName = ['contentType', 'content_type'].find((name) => names.has(name)) ?? 'contentType'
  const fields = fieldsOf(leaves, document).filter(({ name }) => !fileMembers.includes(name))
  return {
    kind: 'file',
    typeName,
    ...(names.has('url') && { takesUrl: true as const }),
    // Each of them belongs to the file that is described.
    fields: fields.map(({ isRequired: _isRequired, ...field }) => field),
  }
}

function arrayOf(items: Schema, document: Document): Described {
  const leaves = alternativesOf(items, document)
  const [only = {}] = leaves
  if (isFile(leaves)) return { ...fileOf(leaves, document), isList: true }
  if (only.enum) return { kind: 'choices', options: only.enum }
  if (leaves.every((leaf) => leaf.properties)) {
    return { kind: 'object', isList: true, fields: fieldsOf(leaves, document) }
  }
  const types = new Set(leaves.flatMap(typesOf))
  return types.size === 1 && types.has('string') ? { kind: 'texts' } : { kind: 'json' }
}

function kindOf(schema: Schema, document: Document): Described {
  const leaves = alternativesOf(schema, document)
  const [only = {}] = leaves
  const types = new Set(leaves.flatMap(typesOf))
  if (isFile(leaves)) return fileOf(leaves, document)
  if (types.has('string') && types.has('object')) return { kind: 'textOrJson' }
  if (types.has('array')) return only.items ? arrayOf(only.items, document) : { kind: 'json' }
  if (leaves.every((leaf) => leaf.properties && Object.keys(leaf.properties).length > 0)) {
    return { kind: 'object', fields: fieldsOf(leaves, document) }
  }
  if (types.has('object')) return { kind: 'json' }
  if (only.const !== undefined && typeof only.const === 'string' && leaves.length === 1) {
    return { kind: 'constant', value: only.const }
  }
  if (only.enum) return { kind: 'choice', options: only.enum.filter((value) => value !== null) }
  if (types.has('boolean')) return { kind: 'switch' }
  if (types.has('integer') || types.has('number')) {
    const { minimum, maximum } = only
    return { kind: 'number', ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) }
  }
  return { kind: only.format === 'date-time' ? 'time' : 'text' }
}

/** From how many characters on a text may have several lines. */
const longText = 1_000

const bounds = ({ maxLength, maxItems, minimum, maximum }: Schema): string[] => [
  ...(maxLength === undefined ? [] : [`At most ${maxLength} characters.`]),
  ...(maxItems === undefined ? [] : [`At most ${maxItems}.`]),
  ...(minimum !== undefined && maximum !== undefined ? [`From ${minimum} to ${maximum}.`] : []),
]

/** A field from its schema. `isRequired`: the request needs it. */
export function fieldOf(name: string, schema: Schema, isRequired: boolean, document: Document): Field {
  const whole = resolved(schema, document)
  const described = kindOf(schema, document)
  const sentences = [...(whole.description ? [whole.description] : []), ...bounds(whole)].join(' ')
  const isUnclear = described.kind === 'switch' && !sentences.startsWith('Whether')
  const text = isUnclear ? `Whether \`${name}\` is set. ${sentences}` : sentences
  const isNullable = Array.isArray(whole.type) && whole.type.includes('null')
  return {
    name,
    title: fieldTitle(name),
    ...(text !== '' && { description: descriptionOf(text) }),
    ...(isRequired && { isRequired: true as const }),
    ...(isNullable && { isNullable: true as const }),
    ...(described.kind === 'text' && (whole.maxLength ?? 0) >= longText && { isLong: true as const }),
    ...described,
  }
}

/** The fields of objects, of which a request has one: a field is required if each of them requires it. */
export function fieldsOf(leaves: readonly Schema[], document: Document): Field[] {
  const schemas = new Map<string, Schema[]>()
  for (const { properties = {} } of leaves) {
    for (const [name, schema] of Object.entries(properties)) schemas.set(name, [...(schemas.get(name) ?? []), schema])
  }
  return [...schemas].map(([name, all]) => {
    const isRequired = leaves.every(({ required = [] }) => required.includes(name))
    const different = [...new Map(all.map((schema) => [JSON.stringify(schema), schema])).values()]
    const [first = {}] = different
    return fieldOf(name, different.length === 1 ? first : { oneOf: different }, isRequired, document)
  })
}
