import type { Body, Exchange, Pairs } from './exchange.ts'
import type { Schema, Validate } from './schema.ts'

export interface Parameter {
  schema: Schema
  required?: boolean
  /** How a list or an object is written as a text, `list` as JSON or with commas; a plain value where this is left out. */
  encoding?: 'json' | 'comma' | 'list' | 'repeated'
}

export type Parameters = Readonly<Record<string, Parameter>>

/** What a contract says of one call. */
export interface Operation {
  validate: Validate
  query: Parameters
  headers: Parameters
  /** By content type: JSON by its schema, a form or the parts of a multipart body by their names, or plain bytes. */
  bodies: Readonly<Record<string, { json: Schema } | { form: Parameters } | 'bytes'>>
  needsBody: boolean
  /** The schema of a JSON response of a status, `empty` for none, undefined where the contract does not say. */
  response(status: number, contentType: string): Schema | 'empty' | undefined
}

/** Headers of HTTP itself and of authorization, which no contract lists. */
const everywhere =
  /^(host|connection|accept|accept-(encoding|language)|user-agent|authorization|content-(type|length|encoding)|transfer-encoding|expect|te|dpop|sec-fetch-mode|forwarded|x-forwarded-\w+)$/

/** A text as the value that its schema describes; the text itself when it is not written like one. */
function typed(text: string, { type }: Schema): unknown {
  if (type === 'integer' && /^-?\d+$/.test(text)) return Number(text)
  if (type === 'number' && /^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function readValue(texts: readonly string[], { encoding, schema }: Parameter): unknown {
  const [text = ''] = texts
  const items = (list: readonly string[]) => list.map((item) => typed(item, schema.items ?? {}))
  const isJson = encoding === 'json' || (encoding === 'list' && text.startsWith('['))
  if (isJson) return parsed(text)
  if (encoding === 'comma' || encoding === 'list') return items(text.split(','))
  return encoding === 'repeated' ? items(texts) : typed(text, schema)
}

function checkPairs(pairs: Pairs, known: Parameters, { validate, at }: { validate: Validate; at: string }) {
  const given = Map.groupBy(pairs, ([name]) => name)
  const missing = Object.entries(known).flatMap(([name, { required }]) =>
    required && !given.has(name) ? [`${at} ${name}: missing`] : [],
  )
  const wrong = [...given].flatMap(([name, list]) => {
    const parameter = Object.hasOwn(known, name) ? known[name] : undefined
    if (!parameter) return [`${at} ${name}: unknown`]
    if (list.length > 1 && parameter.encoding !== 'repeated') return [`${at} ${name}: given ${list.length} times`]
    const value = readValue(
      list.map(([, text]) => text),
      parameter,
    )
    return value === undefined ? [`${at} ${name}: no JSON`] : validate(parameter.schema, value, `${at} ${name}`)
  })
  return [...missing, ...wrong]
}

function checkBody(body: Body, { bodies, needsBody, validate }: Operation): string[] {
  if (body.kind === 'none') return needsBody ? ['body: missing'] : []
  const expected = bodies[body.contentType] ?? bodies['*/*']
  if (expected === undefined) return [`body: ${body.contentType} is not accepted`]
  if (expected === 'bytes') return body.kind === 'bytes' ? [] : [`body: ${body.kind} instead of bytes`]
  if ('json' in expected) {
    return body.kind === 'json' ? validate(expected.json, body.json, 'body') : ['body: no JSON, or too long to be read']
  }
  if (body.kind === 'form') return checkPairs(body.form, expected.form, { validate, at: 'form' })
  if (body.kind !== 'multipart') return ['body: neither a form nor parts, or too long to be read']
  const fields = body.parts.map(({ name, value }): [string, string] => [name, value ?? 'bytes'])
  return checkPairs(fields, expected.form, { validate, at: 'part' })
}

function checkResponse({ status, fault, response: { body } }: Exchange, operation: Operation): string[] {
  if (status === null || fault !== null) return []
  const expected = operation.response(status, body.kind === 'none' ? '' : body.contentType)
  if (expected === undefined) return [`response: status ${status} is not described`]
  if (expected === 'empty') return body.kind === 'none' ? [] : [`response: ${body.kind} instead of nothing`]
  if (body.kind !== 'json') return [`response: ${body.kind} instead of JSON`]
  return operation.validate(expected, body.json, 'response')
}

/** Everything that does not fit in a request and its response. A response that was spoiled on purpose is left out. */
export function checkOperation(exchange: Exchange, operation: Operation): string[] {
  const { query, headers, body } = exchange.request
  const { validate } = operation
  return [
    ...checkPairs(query, operation.query, { validate, at: 'query' }),
    ...checkPairs(
      headers.filter(([name]) => !everywhere.test(name) || name in operation.headers),
      operation.headers,
      { validate, at: 'header' },
    ),
    ...checkBody(body, operation),
    ...checkResponse(exchange, operation),
  ]
}
