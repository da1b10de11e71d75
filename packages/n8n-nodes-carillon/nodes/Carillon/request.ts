import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow'
import { exactJson } from './exact-json.ts'
import { type FileReader, readFile } from './files.ts'
import type { Field, LocatedField, Operation } from './operation.ts'
import { optionalFields } from './properties.ts'

/**
 * The parts of a request. `path` and `query` have the values of parameters; `body` is absent if the operation has none.
 */
export interface Parts {
  path: Record<string, string>
  query: Record<string, unknown>
  header: Record<string, string>
  body?: Record<string, unknown>
}

type Values = Record<string, unknown>

const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null

const asValues = (value: unknown): Values => (isValues(value) && !Array.isArray(value) ? value : {})

const asList = (value: unknown): unknown[] => (value === undefined ? [] : Array.isArray(value) ? value : [value])

function parsedJson(value: unknown, { title }: Field, { context, itemIndex }: FileReader): unknown {
  if (typeof value !== 'string') return value
  try {
    return exactJson(value)
  } catch (error) {
    const problem = error instanceof RangeError ? `${title}: ${error.message}.` : `${title} is not valid JSON.`
    throw new NodeOperationError(context.getNode(), problem, { itemIndex })
  }
}

/** A text as the API takes it. Times of expressions such as `{{ $now }}` are objects. */
function textOf(value: unknown): unknown {
  if (isValues(value) && typeof value['toISO'] === 'function') return value['toISO']()
  return typeof value === 'number' ? String(value) : value
}

/** A list of texts, of which an expression may give one. */
const textsOf = (value: unknown): unknown[] => asList(value).flatMap((each) => (each === '' ? [] : textOf(each)))

async function groupOf(field: Field, raw: unknown, files: FileReader): Promise<unknown> {
  const entries = asList(asValues(raw)['value']).map(asValues)
  const made: unknown[] = []
  for (const entry of entries) {
    const members = await objectOf(field.fields ?? [], entry, files)
    made.push(field.kind === 'file' ? { ...(await readFile(field, entry, files)), ...members } : members)
  }
  return field.isList ? (made.length > 0 ? made : undefined) : made[0]
}

/** What a parameter becomes in the request; undefined if it is left out. */
async function valueOfField(field: Field, raw: unknown, files: FileReader): Promise<unknown> {
  if (field.kind === 'constant') return field.value
  if (raw === undefined) return undefined
  if (raw === null) return field.isNullable ? null : undefined
  switch (field.kind) {
    case 'object':
    case 'file':
      return groupOf(field, raw, files)
    case 'json':
      return parsedJson(raw, field, files)
    case 'textOrJson':
      return typeof raw === 'string' && raw.trimStart().startsWith('{') ? parsedJson(raw, field, files) : textOf(raw)
    case 'texts':
      return textsOf(raw)
    case 'text':
    case 'time':
    case 'choice':
      return raw === '' ? undefined : textOf(raw)
    default:
      return raw
  }
}

/** The members of an object: the required fields, and those of the optional ones that were added. */
async function objectOf(fields: readonly Field[], entry: Values, files: FileReader): Promise<Values> {
  const optional = asValues(entry[optionalFields])
  const made: Values = {}
  for (const field of fields) {
    const value = await valueOfField(field, field.isRequired ? entry[field.name] : optional[field.name], files)
    if (value !== undefined) made[field.name] = value
  }
  return made
}

/** A list in the query is one text. */
const queryText = (value: unknown): unknown => (Array.isArray(value) ? value.join(',') : value)

/**
 * Builds the request of an operation from the parameters of an item, and uploads the files of the item that it names.
 * Fields without a value are left out.
 * @throws NodeOperationError for a parameter that is not valid JSON or has a number that cannot be sent exactly; the
 *   errors of `readFile`
 */
export async function requestParts(
  context: IExecuteFunctions,
  operation: Operation,
  itemIndex: number,
  files: FileReader,
): Promise<Parts> {
  const parameter = (name: string, otherwise: object | string = ''): unknown =>
    context.getNodeParameter(name, itemIndex, otherwise)
  const platform = operation.variants ? parameter('platform') : undefined
  const variant = operation.variants?.find((each) => each.platform === platform)
  const fields: readonly LocatedField[] = [...operation.fields, ...(variant?.fields ?? [])]
  const required = fields.filter(({ isRequired, kind }) => isRequired && kind !== 'constant')
  const given = Object.fromEntries(required.map(({ name }) => [name, parameter(name)]))
  const values = await objectOf(fields, { ...given, [optionalFields]: parameter(optionalFields, {}) }, files)
  const of = (place: LocatedField['in']): [string, unknown][] =>
    fields.flatMap(({ in: where, name }) => (where === place && name in values ? [[name, values[name]]] : []))
  const texts = (place: LocatedField['in']) =>
    Object.fromEntries(of(place).map(([name, value]) => [name, String(value)]))
  const takesBody = fields.some(({ in: place }) => place === 'body')
  return {
    path: texts('path'),
    query: Object.fromEntries(of('query').map(([name, value]) => [name, queryText(value)])),
    header: texts('header'),
    ...(takesBody && { body: Object.fromEntries(of('body')) }),
  }
}
