import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { jsonToLex, type LexiconDoc, Lexicons, type LexUserType, type LexXrpcBody } from '@atproto/lexicon'
import type { Contract } from './contract.ts'
import type { Body, Exchange, Pairs } from './exchange.ts'

type Definition = LexUserType | { type: string; [keyword: string]: unknown }
type Row = Record<string, unknown>

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)
const rowsOf = (value: unknown): Record<string, Definition> =>
  isRow(value) ? (value as Record<string, Definition>) : {}

function readLexicons(folder: string): Lexicons {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'))
  return new Lexicons(files.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as LexiconDoc))
}

/** Members that no schema lists. Lexicons are open, so that their own validator lets a misspelt member pass. */
function unknownMembers(lexicons: Lexicons, definition: Definition, value: unknown, at: string): string[] {
  const follow = (ref: string) => {
    const found = lexicons.getDef(ref)
    return found ? unknownMembers(lexicons, found, value, at) : []
  }
  if (definition.type === 'ref') return follow(String((definition as Row)['ref']))
  if (definition.type === 'union' || definition.type === 'unknown') {
    const named = isRow(value) ? value['$type'] : undefined
    return typeof named === 'string' ? follow(named) : []
  }
  if (definition.type === 'record')
    return unknownMembers(lexicons, (definition as Row)['record'] as Definition, value, at)
  if (definition.type === 'array' && Array.isArray(value)) {
    const items = (definition as Row)['items'] as Definition
    return value.flatMap((item, index) => unknownMembers(lexicons, items, item, `${at}.${index}`))
  }
  if (definition.type !== 'object' || !isRow(value)) return []
  const known = rowsOf((definition as Row)['properties'])
  return Object.entries(value).flatMap(([name, member]) => {
    if (name === '$type') return []
    const property = known[name]
    return property ? unknownMembers(lexicons, property, member, `${at}.${name}`) : [`${at}.${name}: unknown`]
  })
}

function tried(at: string, check: () => unknown): string[] {
  try {
    check()
    return []
  } catch (error) {
    return [`${at}: ${error instanceof Error ? error.message : String(error)}`]
  }
}

/** The parameters as the network's schema types them; a text that is not written like its type stays a text. */
function typedQuery(pairs: Pairs, properties: Record<string, Definition>): Record<string, unknown> {
  const query: Record<string, unknown> = {}
  for (const [name, text] of pairs) {
    const { type } = properties[name] ?? { type: 'string' }
    if (type === 'array') query[name] = [...((query[name] as string[] | undefined) ?? []), text]
    else if (type === 'integer' && /^-?\d+$/.test(text)) query[name] = Number(text)
    else query[name] = type === 'boolean' && /^(true|false)$/.test(text) ? text === 'true' : text
  }
  return query
}

/** Parameters that the video service documents in prose only. @see https://docs.bsky.app/docs/tutorials/video (read 2026-11-22) */
const inProse: Record<string, Record<string, Definition>> = {
  'app.bsky.video.uploadVideo': {
    did: { type: 'string', format: 'did', minLength: 1 },
    name: { type: 'string', minLength: 1 },
  },
}

const headers = /^(atproto-proxy|atproto-accept-labelers|x-bsky-topics)$/
const plain =
  /^(host|connection|accept|accept-(encoding|language)|user-agent|authorization|content-(type|length|encoding)|transfer-encoding|dpop|sec-fetch-mode)$/

/** Every XRPC method that a folder of Lexicon documents describes. */
export function lexiconContract(folder: string): Contract {
  const lexicons = readLexicons(folder)

  function checkJson(method: string, at: 'input' | 'output', { schema, body }: { schema: LexXrpcBody; body: Body }) {
    if (schema.encoding !== 'application/json') {
      const fits = schema.encoding === '*/*' || (body.kind === 'bytes' && body.contentType === schema.encoding)
      return fits && body.kind !== 'none' ? [] : [`${at}: ${body.kind} instead of ${schema.encoding}`]
    }
    if (body.kind !== 'json') return [`${at}: ${body.kind} instead of JSON`]
    const value = jsonToLex(body.json as Parameters<typeof jsonToLex>[0])
    const check = at === 'input' ? 'assertValidXrpcInput' : 'assertValidXrpcOutput'
    return [
      ...tried(at, () => lexicons[check](method, value)),
      ...(schema.schema ? unknownMembers(lexicons, schema.schema, body.json, at) : []),
      ...recordsIn(body.json).flatMap((record, index) =>
        tried(`${at} record ${index}`, () => {
          lexicons.assertValidRecord(String(record['$type']), jsonToLex(record as Parameters<typeof jsonToLex>[0]))
        }),
      ),
    ]
  }

  /** What is written and read, which the schemas of the methods leave open. */
  function recordsIn(json: unknown): Row[] {
    if (!isRow(json)) return []
    const writes = Array.isArray(json['writes']) ? json['writes'] : []
    const listed = [json['records'], json['posts']].flatMap((list) => (Array.isArray(list) ? list.filter(isRow) : []))
    const read = listed.map(({ value, record }) => value ?? record)
    const written = writes.map((write) => (isRow(write) ? write['value'] : undefined))
    return [json['record'], json['value'], ...written, ...read].filter(isRow)
  }

  function checkQuery(method: string, { request }: Exchange): string[] {
    const definition = lexicons.getDefOrThrow(method, ['query', 'procedure'])
    const declared = 'parameters' in definition ? rowsOf(definition.parameters?.properties) : {}
    const prose = inProse[method] ?? {}
    const properties = { ...declared, ...prose }
    const names = new Set(request.query.map(([name]) => name))
    const query = typedQuery(request.query, properties)
    return [
      ...[...names].filter((name) => !(name in properties)).map((name) => `query ${name}: unknown`),
      ...Object.keys(prose).flatMap((name) => (names.has(name) ? [] : [`query ${name}: missing`])),
      ...tried('query', () => lexicons.assertValidXrpcParams(method, query)),
    ]
  }

  return (exchange) => {
    const method = /^\/xrpc\/([\w.-]+)$/.exec(exchange.path)?.[1]
    const definition = method === undefined ? undefined : lexicons.getDef(method)
    if (method === undefined || !definition) return undefined
    if (definition.type !== 'query' && definition.type !== 'procedure') return undefined
    const { request, response, status, fault } = exchange
    const verb = definition.type === 'query' ? 'GET' : 'POST'
    const input = definition.type === 'procedure' ? definition.input : undefined
    const unknownHeaders = request.headers.filter(([name]) => !plain.test(name) && !headers.test(name))
    return [
      ...(status !== null && status < 300 && status !== 200 ? [`response: status ${status} is not described`] : []),
      ...(exchange.method === verb ? [] : [`method: ${exchange.method} instead of ${verb}`]),
      ...unknownHeaders.map(([name]) => `header ${name}: unknown`),
      ...checkQuery(method, exchange),
      ...(input ? checkJson(method, 'input', { schema: input, body: request.body }) : []),
      ...(!input && request.body.kind !== 'none' ? [`input: ${request.body.kind} instead of nothing`] : []),
      ...(definition.output && status === 200 && fault === null
        ? checkJson(method, 'output', { schema: definition.output, body: response.body })
        : []),
    ]
  }
}
