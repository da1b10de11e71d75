import { type Document, type OperationObject, parametersOf, resolved, type Schema } from './openapi/schema.ts'

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
const ownHeaders: readonly string[] = ['X-Request-Id', 'X-Publish-Before', 'Idempotency-Key', 'If-None-Match']

/** How deep the fields of objects have names of their own, with dots. */
const maxDepth = 3

/** A schema and the schemas of which it is one, without those that only list others. */
function alternatives(schema: Schema | undefined, document: Document): Schema[] {
  const own = resolved(schema ?? {}, document)
  const others = [...(own.oneOf ?? []), ...(own.anyOf ?? [])]
  return [own, ...others.flatMap((other) => alternatives(other, document))]
}

function typesOf(all: readonly Schema[], document: Document): Set<string> {
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

function valuesOf(all: readonly Schema[]): string[] {
  const found = all.flatMap(({ enum: values, const: only }) => [
    ...(values ?? []),
    ...(only === undefined ? [] : [only]),
  ])
  return [...new Set(found.filter((value) => typeof value === 'string'))].map(String)
}

function fieldOf(
  schema: Schema | undefined,
  known: Pick<Field, 'name' | 'in' | 'isRequired'>,
  document: Document,
): Field {
  const all = alternatives(schema, document)
  // The description of one of several variants does not describe the field.
  const [own = {}] = all
  const about = own.description ?? (all.length === 2 ? all[1]?.description : undefined) ?? ''
  return { ...known, types: [...typesOf(all, document)].join(' '), about, values: valuesOf(all) }
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
function bodyFields(schema: Schema | undefined, document: Document, prefix = '', depth = 1): Field[] {
  const found = new Map<string, Field>()
  const variants = alternatives(schema, document).filter(({ properties }) => properties !== undefined)
  const leaves = variants.filter(({ oneOf, anyOf }) => oneOf === undefined && anyOf === undefined)
  for (const variant of variants) {
    for (const [key, property] of Object.entries(variant.properties ?? {})) {
      const name = `${prefix}${key}`
      const isRequired = prefix === '' && variant.required?.includes(key) === true
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
  const isInAll = ({ name }: Field) => leaves.every((variant) => name in (variant.properties ?? {}))
  return [...found.values()].map((field) => ({ ...field, isRequired: field.isRequired && isInAll(field) }))
}

function fieldsOf(operation: OperationObject, document: Document): Field[] {
  const sent = parametersOf(operation, document).filter(({ name }) => !ownHeaders.includes(name))
  const outside = sent.map(({ name, in: place, required = false, schema }) =>
    fieldOf(schema, { name, in: place, isRequired: required }, document),
  )
  return [...outside, ...bodyFields(operation.requestBody?.content?.['application/json']?.schema, document)]
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

function slotOf(field: string, schema: Schema, document: Document): MediaSlot | null {
  const { type, items } = resolved(schema, document)
  const isList = type === 'array'
  const shapes = alternatives(isList ? items : schema, document).map(({ properties }) => properties ?? {})
  const bytes = shapes.find((shape) => 'base64' in shape)
  if (!bytes) return null
  const typeField = 'content_type' in bytes ? 'content_type' : 'contentType'
  const types = valuesOf([resolved(bytes[typeField] ?? {}, document)])
  const kinds = new Set(types.map((type) => type.split('/')[0]))
  const media = kinds.size > 1 ? 'any' : kinds.has('video') ? 'video' : 'image'
  const sentAs = shapes.some((shape) => 'url' in shape) ? 'url' : 'base64'
  return { field, media, sentAs, isList, typeField, takesAltText: 'altText' in bytes }
}

function slotsOf(post: Schema, form: Schema | undefined, document: Document): MediaSlot[] {
  const variants = alternatives(post, document)
  const all = variants.flatMap(({ properties }) =>
    Object.entries(properties ?? {}).flatMap(([field, schema]) => slotOf(field, schema, document) ?? []),
  )
  const distinct = [...new Map(all.map((slot) => [slot.field, slot])).values()]
  if (form === undefined) return distinct
  // A form takes each file under a name from which its field follows.
  const names = alternatives(form, document).flatMap(({ properties }) => Object.keys(properties ?? {}))
  const images = distinct.find(({ media }) => media === 'image')
  const slots = distinct.filter(({ media, field }) => media === 'video' && names.includes(field))
  const image = images && { ...images, field: 'photos[]', isList: true, takesAltText: names.includes('altText') }
  return [...(image ? [image] : []), ...slots].map((slot) => ({ ...slot, sentAs: 'form' as const }))
}

/** The field with the text of a post: the first one that takes any text. */
function textFieldOf(post: Schema, document: Document): string {
  const fields = alternatives(post, document).flatMap(({ properties }) => Object.entries(properties ?? {}))
  const isText = ([, schema]: [string, Schema]) => {
    const { type, enum: values, const: only, format } = resolved(schema, document)
    return type === 'string' && values === undefined && only === undefined && format === undefined
  }
  return fields.find(isText)?.[0] ?? ''
}

/** How the command line makes a post of a text and files, for each platform. */
export function cliPosts(openApi: object): string {
  const document = openApi as Document
  const content = document.paths['/api/v1/posts']?.['post']?.requestBody?.content ?? {}
  const mappingOf = (type: string) => resolved(content[type]?.schema ?? {}, document).discriminator?.mapping ?? {}
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
