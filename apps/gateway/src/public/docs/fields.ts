import { Html, html } from '../page.ts'
import { type ApiDocument, isSchema, listOf, type Schema, schemaOf, textOf } from './document.ts'
import { prose } from './prose.ts'

/** The maximum depth of nested fields on a page; deeper ones are described only by their type. */
const MAX_DEPTH = 6

const nothing = html``

/** Functions that describe the limits of a value, keyed by the keyword of JSON Schema. */
const limits: Readonly<Record<string, (value: string) => string>> = {
  format: (value) => value,
  pattern: (value) => `pattern ${value}`,
  const: (value) => `always ${value}`,
  default: (value) => `default ${value}`,
  minLength: (value) => `min ${value} characters`,
  maxLength: (value) => `max ${value} characters`,
  minimum: (value) => `min ${value}`,
  maximum: (value) => `max ${value}`,
  minItems: (value) => `min ${value} items`,
  maxItems: (value) => `max ${value} items`,
  contentMediaType: (value) => value,
  contentEncoding: (value) => value,
}

const written = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

function typeIn(schema: Schema, document: ApiDocument): string {
  const { type } = schema
  const types = Array.isArray(type) ? type.map(String) : [textOf(type)]
  const named = types.map((one) => {
    if (one !== 'array') return one
    const of = typeIn(document.resolve(schemaOf(schema['items'])), document)
    return of === '' ? 'array' : `array of ${of}`
  })
  return named.filter((one) => one !== '').join(' or ') || (variantsOf(schema).length > 0 ? 'object' : '')
}

function variantsOf(schema: Schema): Schema[] {
  return [...listOf(schema['oneOf']), ...listOf(schema['anyOf'])].filter(isSchema)
}

function limitsOf(schema: Schema): Html {
  const found = Object.entries(limits).flatMap(([keyword, say]) =>
    schema[keyword] === undefined ? [] : [say(written(schema[keyword]))],
  )
  const values = listOf(schema['enum']).map((value) => html`<code>${written(value)}</code> `)
  const list = values.length === 0 ? nothing : html`<p class="values">One of ${values}</p>`
  return found.length === 0 ? list : html`<p class="limits">${found.join(' · ')}</p>${list}`
}

interface Field {
  name: string
  schema: Schema
  required: boolean
}

function showField(field: Field, document: ApiDocument, depth: number): Html {
  const schema = document.resolve(field.schema)
  const description = textOf(field.schema['description']) || textOf(schema['description'])
  const need = field.required ? html` <span class="required">required</span>` : nothing
  const inner = depth < MAX_DEPTH ? nestedFields(schema, document, depth + 1) : nothing
  const below =
    inner.text === ''
      ? nothing
      : html`<details><summary>Fields of <code>${field.name}</code></summary>${inner}</details>`
  return html`<li><code class="name">${field.name}</code> <span class="type">${typeIn(schema, document)}</span>${need}
${prose(description)}${limitsOf(schema)}${below}</li>`
}

/** Returns the constant texts among the fields of an object schema. One of several variants stands for all of them. */
function constantsIn(held: Schema, document: ApiDocument): string[] {
  const schema = document.resolve(held)
  const [first] = variantsOf(schema)
  const own = Object.values(schemaOf(schema['properties'])).map((property) => schemaOf(property)['const'])
  return [...own.filter((value) => typeof value === 'string'), ...(first ? constantsIn(first, document) : [])]
}

/** Returns the texts that are constant in an object schema, or in the first of its objects that has any. */
function distinctionOf(schema: Schema, document: ApiDocument): string {
  const inner = Object.values(schemaOf(schema['properties'])).map(schemaOf)
  const found = [schema, ...inner].map((each) => constantsIn(each, document))
  return found.find((constants) => constants.length > 0)?.join(', ') ?? ''
}

/**
 * Returns the labels of variants: their constant texts, such as the platform, if these are different; otherwise the
 * fields that not all of them require.
 */
function variantTitles(variants: readonly Schema[], document: ApiDocument): string[] {
  const constants = variants.map((variant) => distinctionOf(variant, document))
  const areDifferent = new Set(constants).size === variants.length
  const required = variants.map((variant) => listOf(variant['required']).map(String))
  return variants.map((variant, at) => {
    if (areDifferent && constants[at]) return constants[at]
    const own = (required[at] ?? []).filter((name) => !required.every((names) => names.includes(name)))
    return `With ${(own.length > 0 ? own : Object.keys(schemaOf(variant['properties']))).join(', ')}`
  })
}

function nestedFields(schema: Schema, document: ApiDocument, depth: number): Html {
  const items = document.resolve(schemaOf(schema['items']))
  return Object.keys(items).length > 0 ? showFields(items, document, depth) : showFields(schema, document, depth)
}

/**
 * Renders the fields of an object schema as HTML, followed by those of each of its variants. Empty if it has neither.
 * @param depth how many objects on the page the object is nested in: 0 for the outermost. At depth 6, fields are
 *   described by their type, without the fields within them.
 */
export function showFields(held: Schema, document: ApiDocument, depth = 0): Html {
  const schema = document.resolve(held)
  const required = listOf(schema['required'])
  const properties = Object.entries(schemaOf(schema['properties']))
  const fields = properties.map(([name, property]) =>
    showField({ name, schema: schemaOf(property), required: required.includes(name) }, document, depth),
  )
  const all = variantsOf(schema).map((variant) => document.resolve(variant))
  const titles = variantTitles(all, document)
  const variants = all.map((resolved, at) => {
    const inner = depth < MAX_DEPTH ? showFields(resolved, document, depth + 1) : nothing
    if (inner.text === '') return nothing
    // The first one shows what the others are like.
    const open = depth === 0 && at === 0 ? new Html(' open') : nothing
    return html`<details class="variant"${open}><summary>${titles[at] ?? ''}</summary>${prose(textOf(resolved['description']))}${inner}</details>`
  })
  const list = fields.length === 0 ? nothing : html`<ul class="fields">${fields}</ul>`
  return new Html(`${list.text}${variants.map(({ text }) => text).join('')}`)
}

/** Renders the type and limits of a value that is not an object, such as a parameter, as HTML. */
export function showValue(held: Schema, document: ApiDocument): Html {
  const schema = document.resolve(held)
  const list = schema['type'] === 'array' ? limitsOf(document.resolve(schemaOf(schema['items']))) : nothing
  return html`<span class="type">${typeIn(schema, document)}</span>${limitsOf(schema)}${list}`
}
