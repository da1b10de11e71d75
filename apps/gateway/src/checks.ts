import { type Operation, propertiesOf } from '@carillon/contract'
import { type JSONSchema, type Platform, platforms, uuid } from '@carillon/domain'
import { idNames } from './validate/ids.ts'
import { type Check, compileCheck } from './validate/validate.ts'

const nothing = { type: 'object', additionalProperties: false } as const

/** The fields that decide which platform and account a request is about. They are checked before everything else. */
const routingFields = ['platform', 'accountId', 'profileId'] as const

/** The rules that a schema has for its routing fields, and no others. */
function routingPartOf(schema: JSONSchema): JSONSchema {
  const properties = propertiesOf(schema)
  const named = routingFields.filter((name) => name in properties)
  const required = typeof schema === 'object' ? (schema.required ?? []) : []
  return {
    type: 'object',
    properties: Object.fromEntries(named.map((name) => [name, properties[name] ?? {}])),
    required: required.includes('platform') ? ['platform'] : [],
  }
}

/** The routing fields of a body whose variants are selected by `platform`. */
const routingPartOfVariants = {
  type: 'object',
  properties: { platform: { enum: platforms }, accountId: uuid, profileId: uuid },
  required: ['platform'],
} as const

/** The checks of an operation's requests, compiled once. */
export interface Checks {
  querySchema: JSONSchema
  headers: readonly string[]
  /** The ids of Carillon in each part of a request. */
  ids: Readonly<Record<'params' | 'query' | 'body', readonly string[]>>
  checkParams: Check
  checkQueryRouting: Check
  checkBodyRouting: Check | null
  checkQuery: Check
  checkHeaders: Check
  /**
   * Whether the operation takes a body. One that takes none accepts an empty object, as some clients always send one.
   */
  takesBody: boolean
  /** The check of the whole body. */
  bodyCheck(platform: Platform | undefined): Check
}

/** Compiles the schemas of an operation to the checks that run for each of its requests. */
export function compileChecks(row: Operation): Checks {
  const { params = nothing, query = nothing, headers = {}, body, variants } = row
  const bodyRouting = variants === undefined ? body && routingPartOf(body) : routingPartOfVariants
  const checkBody = compileCheck(body ?? nothing)
  const byPlatform = new Map(Object.entries(variants ?? {}).map(([name, schema]) => [name, compileCheck(schema)]))
  return {
    querySchema: query,
    headers: Object.keys(propertiesOf(headers)),
    ids: { params: idNames(params), query: idNames(query), body: idNames(bodyRouting) },
    checkParams: compileCheck(params),
    checkQueryRouting: compileCheck(routingPartOf(query)),
    checkBodyRouting: bodyRouting === undefined ? null : compileCheck(bodyRouting),
    checkQuery: compileCheck(query),
    checkHeaders: compileCheck(headers),
    takesBody: body !== undefined || variants !== undefined,
    bodyCheck: (platform) => byPlatform.get(platform ?? '') ?? checkBody,
  }
}
