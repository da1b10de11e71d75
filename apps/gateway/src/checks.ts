import { type Operation, propertiesOf } from '@carillon/contract'
import { type JSONSchema, type Platform, platforms, uuid } from '@carillon/domain'
import { idNames } from './validate/ids.ts'
import { type Check, compileCheck } from './validate/validate.ts'

const nothing = { type: 'object', additionalProperties: false } as const

/** What says of a request whom it is about; looked at before everything else. */
const heading = ['platform', 'accountId', 'profileId'] as const

/** Only the heading's rules of a schema. */
function headOf(schema: JSONSchema): JSONSchema {
  const properties = propertiesOf(schema)
  const named = heading.filter((name) => name in properties)
  const required = typeof schema === 'object' ? (schema.required ?? []) : []
  return {
    type: 'object',
    properties: Object.fromEntries(named.map((name) => [name, properties[name] ?? {}])),
    required: required.includes('platform') ? ['platform'] : [],
  }
}

/** The heading of a body whose variants are told apart by `platform`. */
const headOfVariants = {
  type: 'object',
  properties: { platform: { enum: platforms }, accountId: uuid, profileId: uuid },
  required: ['platform'],
} as const

/** Everything that is checked of an operation's requests, compiled once. */
export interface Checks {
  querySchema: JSONSchema
  headers: readonly string[]
  /** Where each part of a request has ids of ours. */
  ids: Readonly<Record<'params' | 'query' | 'body', readonly string[]>>
  checkParams: Check
  checkQueryHead: Check
  checkBodyHead: Check | null
  checkQuery: Check
  checkHeaders: Check
  /** The check of the whole body; null where none is taken. */
  bodyCheck(platform: Platform | undefined): Check | null
}

export function compileChecks(row: Operation): Checks {
  const { params = nothing, query = nothing, headers = {}, body, variants } = row
  const bodyHead = variants === undefined ? body && headOf(body) : headOfVariants
  const checkBody = body === undefined ? null : compileCheck(body)
  const byPlatform = new Map(Object.entries(variants ?? {}).map(([name, schema]) => [name, compileCheck(schema)]))
  return {
    querySchema: query,
    headers: Object.keys(propertiesOf(headers)),
    ids: { params: idNames(params), query: idNames(query), body: idNames(bodyHead) },
    checkParams: compileCheck(params),
    checkQueryHead: compileCheck(headOf(query)),
    checkBodyHead: bodyHead === undefined ? null : compileCheck(bodyHead),
    checkQuery: compileCheck(query),
    checkHeaders: compileCheck(headers),
    bodyCheck: (platform) => byPlatform.get(platform ?? '') ?? checkBody,
  }
}
