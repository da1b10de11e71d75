import { propertiesOf } from '@carillon/contract'
import { itemSchema, type JSONSchema, parseExactJson } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/

function kindsOf(schema: JSONSchema): unknown[] {
  if (typeof schema === 'boolean') return []
  const { type, const: only, enum: values } = schema
  if (type !== undefined) return [type].flat()
  return [only, ...(Array.isArray(values) ? values : [])].map((value) => typeof value)
}

/**
 * Converts a string to the number or boolean that its schema requires; other strings stay as they are, and the check
 * rejects them.
 */
function typedText(schema: JSONSchema, text: string): unknown {
  const kinds = kindsOf(schema)
  if ((kinds.includes('number') || kinds.includes('integer')) && number.test(text)) return Number(text)
  return kinds.includes('boolean') && (text === 'true' || text === 'false') ? text === 'true' : text
}

/**
 * Parses a query string and converts its values to the numbers and booleans that the schema requires. Values that
 * cannot be converted stay strings, and a repeated parameter becomes a list of strings: the schema check, which runs
 * later, rejects both where the schema does not allow them.
 */
export function typedQuery(schema: JSONSchema, search: string): Record<string, unknown> {
  const properties = propertiesOf(schema)
  const values = new Map<string, unknown>()
  for (const [name, sent] of Map.groupBy(new URLSearchParams(search), ([sentName]) => sentName)) {
    const texts = sent.map(([, text]) => text)
    const [first = ''] = texts
    const typed = Object.hasOwn(properties, name) ? typedText(properties[name] ?? {}, first) : first
    values.set(name, texts.length > 1 ? texts : typed)
  }
  return Object.fromEntries(values)
}

function parsed(text: string, name: string): unknown {
  try {
    return parseExactJson(text, [name])
  } catch (error) {
    if (error instanceof ServiceError) throw error
    return text
  }
}

function typedItem(schema: JSONSchema, { name, text }: { name: string; text: string }): unknown {
  const objects = typeof schema === 'object' && (schema.type === 'object' || schema.oneOf !== undefined)
  const typed = objects ? null : typedText(schema, text)
  return objects || typeof typed === 'number' ? parsed(text, name) : typed
}

/**
 * Converts the string values of the form field `name` to the type of its schema. Lists are sent as repeated fields or
 * as JSON, objects as JSON. What cannot be converted is returned unchanged, for the schema check to reject.
 * @throws ServiceError `invalid_request` for an integer that a JavaScript number cannot represent
 */
export function typedField(schema: JSONSchema, { name, sent }: { name: string; sent: unknown }): unknown {
  const isList = typeof schema === 'object' && schema.type === 'array'
  const texts = [sent].flat().filter((text) => typeof text === 'string')
  const [first] = texts
  if (first === undefined || texts.length !== [sent].flat().length) return sent
  if (!isList) return texts.length === 1 ? typedItem(schema, { name, text: first }) : texts
  if (texts.length === 1 && first.trimStart().startsWith('[')) return parsed(first, name)
  const items = itemSchema(schema) ?? {}
  return texts.map((text) => typedItem(items, { name, text }))
}
