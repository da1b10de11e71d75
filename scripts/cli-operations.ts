type Fields = Record<string, unknown>

interface Parameter {
  name?: string
  in?: string
  required?: boolean
  schema?: Fields
}

interface OperationObject {
  operationId: string
  summary: string
  description?: string
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, { schema: Fields }> }
}

interface Document {
  paths: Record<string, Record<string, OperationObject>>
  components: { schemas: Record<string, Fields> }
}

/** A field of a request as the command line takes it: `in` is where it is sent. */
interface Field {
  name: string
  in: 'path' | 'query' | 'header' | 'body'
  /** Types of JSON, separated by spaces; `list` is an array of texts or numbers. */
  types: string
  isRequired: boolean
  about: string
  values: readonly string[]
}

/** Headers that the client sends itself. */
const ownHeaders: readonly unknown[] = ['X-Request-Id', 'X-Publish-Before', 'Idempotency-Key', 'If-None-Match']

/** How deep the fields of objects have names of their own, with dots. */
const maxDepth = 3

const asFields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? { ...value } : {})
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

function resolved(schema: unknown, { components }: Document): Fields {
  const { $ref } = asFields(schema)
  return typeof $ref === 'string' ? (components.schemas[$ref.split('/').at(-1) ?? ''] ?? {}) : asFields(schema)
}

/** A schema and the schemas of which it is one, without those that only list others. */
function alternatives(schema: unknown, document: Document): Fields[] {
  const own = resolved(schema, document)
  const others = [...asList(own['oneOf']), ...asList(own['anyOf'])]
  if (others.length === 0) return [own]
  return [own, ...others.flatMap((other) => alternatives(other, document))]
}

function typesOf(all: readonly Fields[], document: Document): Set<string> {
  const types = new Set<string>()
  for (const { type, const: only, items } of all) {
    for (const name of Array.isArray(type) ? type : [type ?? (only === undefined ? undefined : typeof only)]) {
      if (typeof name !== 'string') continue
      const isOfObjects = alternatives(items, document).some(
        ({ type: of, properties }) => of === 'object' || properties,
      )
      types.add(name === 'array' && !isOfObjects ? 'list' : name)
    }
  }
  return types
}

function valuesOf(all: readonly Fields[]): string[] {
  const found = all.flatMap(({ enum: values, const: only }) => [
    ...asList(values),
    ...(only === undefined ? [] : [only]),
  ])
  return [...new Set(found.filter((value) => typeof value === 'string'))].map(String)
}

function fieldOf(schema: unknown, known: Pick<Field, 'name' | 'in' | 'isRequired'>, document: Document): Field {
  const all = alternatives(schema, document)
  // The description of one of several variants does not describe the field.
  const [own = {}] = all
  const about = own['description'] ?? (all.length === 2 ? all[1]?.['description'] : undefined) ?? ''
  return { ...known, types: [...typesOf(all, document)].join(' '), about: String(about), values: valuesOf(all) }
}

/** Fields of the same name in several variants as one, which is required if it is in each of them. */
function merged(one: Field, other: Field): Field {
  return {
    ...one,
    types: [...new Set(`${one.types} ${other.types}`.trim().split(' '))].join(' '),
    isRequired: one.isRequired && other.isRequired,
    about: one.about || other.about,
    values: [...new Set([...one.values, ...other.values])],
  }
}

/** The fields of a body, and those within its objects under names with dots. */
function bodyFields(schema: unknown, document: Document, prefix = '', depth = 1): Field[] {
  const found = new Map<string, Field>()
  const variants = alternatives(schema, document).filter(({ properties }) => properties !== undefined)
  const leaves = variants.filter(({ oneOf, anyOf }) => oneOf === undefined && anyOf === undefined)
  for (const variant of variants) {
    for (const [key, property] of Object.entries(asFields(variant['properties']))) {
      const name = `${prefix}${key}`
      const isRequired = prefix === '' && asList(variant['required']).includes(key)
      const field = fieldOf(property, { name, in: 'body', isRequired }, document)
      const known = found.get(name)
      found.set(name, known ? merged(known, field) : field)
      const isObject = field.types.split(' ').includes('object')
      if (!isObject || depth >= maxDepth) continue
      for (const inner of bodyFields(property, document, `${name}.`, depth + 1)) {
        const before = found.get(inner.name)
        found.set(inner.name, before ? merged(before, inner) : inner)
      }
    }
  }
  const isInAll = ({ name }: Field) => leaves.every((variant) => name in asFields(variant['properties']))
  return [...found.values()].map((field) => ({ ...field, isRequired: field.isRequired && isInAll(field) }))
}

function fieldsOf({ parameters = [], requestBody }: OperationObject, document: Document): Field[] {
  const sent = parameters.filter((parameter) => parameter.in !== undefined && !ownHeaders.includes(parameter.name))
  const outside = sent.map(({ name = '', in: place, required = false, schema }) =>
    fieldOf(schema, { name, in: place as Field['in'], isRequired: required }, document),
  )
  return [...outside, ...bodyFields(requestBody?.content['application/json']?.schema, document)]
}

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', ' ')}'`

function fieldText({ name, in: place, types, isRequired, about, values }: Field): string {
  const cells = [`name: ${quoted(name)}`, `in: '${place}'`, `types: ${quoted(types)}`]
  if (isRequired) cells.push('isRequired: true')
  if (about !== '') cells.push(`about: ${quoted(about)}`)
  if (values.length > 0) cells.push(`values: [${values.map(quoted).join(', ')}]`)
  return `      { ${cells.join(', ')} },`
}

/** The folder above that of the generated files. */
const above = '../'

const mark = '// Generated from the OpenAPI document by `npm run reference`. Do not edit.'

/** Returns the source of the operations in apps/cli: the summary of each, and the fields of its request. */
export function cliOperations(openApi: object): string {
  const document = openApi as Document
  const all = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const rows = all.map((operation) => {
    const fields = fieldsOf(operation, document).map(fieldText)
    const about = operation.description ? `\n    about: ${quoted(operation.description)},` : ''
    const list = fields.length === 0 ? '[]' : `[\n${fields.join('\n')}\n    ]`
    return `  '${operation.operationId}': {\n    summary: ${quoted(operation.summary)},${about}\n    fields: ${list},\n  },`
  })
  return `${mark}

import type { OperationId } from '@carillon/client'
import type { OperationHelp } from '${above}fields/field.ts'

/** Every operation with the fields of its request. */
export const operationHelp: Readonly<Record<OperationId, OperationHelp>> = {
${rows.join('\n')}
}
`
}

/** Where the media of a post go: which types, in which field, as a part of a form, by URL or as base64. */
interface MediaSlot {
  field: string
  media: 'image' | 'video' | 'any'
  sentAs: 'form' | 'url' | 'base64'
  isList: boolean
  typeField: string
  takesAltText: boolean
}

function slotOf(field: string, schema: unknown, document: Document): MediaSlot | null {
  const isList = resolved(schema, document)['type'] === 'array'
  const item = isList ? resolved(schema, document)['items'] : schema
  const shapes = alternatives(item, document).map(({ properties }) => asFields(properties))
  const bytes = shapes.find((shape) => 'base64' in shape)
  if (!bytes) return null
  const typeField = 'content_type' in bytes ? 'content_type' : 'contentType'
  const types = valuesOf([resolved(bytes[typeField], document)])
  const kinds = new Set(types.map((type) => type.split('/')[0]))
  const media = kinds.size > 1 ? 'any' : kinds.has('video') ? 'video' : 'image'
  const sentAs = shapes.some((shape) => 'url' in shape) ? 'url' : 'base64'
  return { field, media, sentAs, isList, typeField, takesAltText: 'altText' in bytes }
}

function slotsOf(post: unknown, form: unknown, document: Document): MediaSlot[] {
  const variants = alternatives(post, document)
  const all = variants.flatMap(({ properties }) =>
    Object.entries(asFields(properties)).flatMap(([field, schema]) => slotOf(field, schema, document) ?? []),
  )
  const distinct = [...new Map(all.map((slot) => [slot.field, slot])).values()]
  if (form === undefined) return distinct
  // A form takes each file under a name from which its field follows.
  const names = alternatives(form, document).flatMap(({ properties }) => Object.keys(asFields(properties)))
  const images = distinct.find(({ media }) => media === 'image')
  const slots = distinct.filter(({ media, field }) => media === 'video' && names.includes(field))
  const image = images && { ...images, field: 'photos[]', isList: true, takesAltText: names.includes('altText') }
  return [...(image ? [image] : []), ...slots].map((slot) => ({ ...slot, sentAs: 'form' as const }))
}

/** The field with the text of a post: the first one that takes any text. */
function textFieldOf(post: unknown, document: Document): string {
  const fields = alternatives(post, document).flatMap(({ properties }) => Object.entries(asFields(properties)))
  const isText = ([, schema]: [string, unknown]) => {
    const { type, enum: values, const: only, format } = resolved(schema, document)
    return type === 'string' && values === undefined && only === undefined && format === undefined
  }
  return fields.find(isText)?.[0] ?? ''
}

/** How the command line makes a post of a text and files, for each platform. */
export function cliPosts(openApi: object): string {
  const document = openApi as Document
  const content = document.paths['/api/v1/posts']?.['post']?.requestBody?.content ?? {}
  const mappingOf = (type: string) => asFields(asFields(content[type]?.schema['discriminator'])['mapping'])
  const [posts, forms] = [mappingOf('application/json'), mappingOf('multipart/form-data')]
  const rows = Object.entries(posts).map(([platform, $ref]) => {
    const form = forms[platform] === undefined ? undefined : { $ref: forms[platform] }
    const slots = slotsOf({ $ref }, form, document).map((slot) => `      ${JSON.stringify(slot)},`)
    return `  ${platform}: {\n    text: '${textFieldOf({ $ref }, document)}',\n    media: [\n${slots.join('\n')}\n    ],\n  },`
  })
  return `${mark}

import type { PostShape } from '${above}fields/post-shape.ts'

/** The names of the fields of a post that contain its text and its media, keyed by platform. */
export const postShapes: Readonly<Record<string, PostShape>> = {
${rows.join('\n')}
}
`
}
