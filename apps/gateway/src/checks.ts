import { type Operation, propertiesOf } from '@carillon/contract'
import { type JSONSchema, type Platform, platforms, uuid } from '@carillon/domain'
import { idNames } from './validate/ids.ts'
import { type Check, compileCheck } from './validate/validate.ts'

const nothing = { type: 'object', additionalProperties: false } as const

/** The fields that decide which platform and account a request is about. */
const routingFields = ['platform', 'accountId', 'profileId'] as const

/** Returns the rules that a schema has for its routing fields, and no others. */
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

/** The schema of the routing fields of a body whose variants are selected by `platform`. */
const routingPartOfVariants = {
  type: 'object',
  properties: { platform: { enum: platforms }, accountId: uuid, profileId: uuid },
  required: ['platform'],
} as const

/** Returns the schema of the routing fields of a body; undefined if the operation has no body. */
function bodyRoutingOf({ body, variants, routedBy }: Operation): JSONSchema | undefined {
  if (variants === undefined) return body && routingPartOf(body)
  if (routedBy === undefined) return routingPartOfVariants
  const required = body === undefined ? [routedBy] : []
  return { type: 'object', properties: { [routedBy]: routingPartOfVariants }, required }
}

/**
 * The checks of an operation's requests, compiled once. Those of the routing fields (`platform`, `accountId` and
 * `profileId`) look at nothing else, so that they can be made before the platform is known.
 */
export interface Checks {
  querySchema: JSONSchema
  /** The names of the headers that have a schema, in lower case. */
  headers: readonly string[]
  /** The names of the fields that are Carillon ids, without nested ones; of a body, only its routing fields. */
  ids: Readonly<Record<'params' | 'query' | 'body', readonly string[]>>
  checkParams: Check
  checkQueryRouting: Check
  checkBodyRouting: Check | null
  checkQuery: Check
  checkHeaders: Check
  /**
   * Whether the operation takes a body. An operation that takes none still accepts an empty object, as some clients
   * always send one.
   */
  takesBody: boolean
  /** Returns the check of the whole body, by the variant of the platform if there are variants. */
  bodyCheck(platform: Platform | undefined): Check
}

const compiled = new WeakMap<Operation, Checks>()

/**
 * Returns the checks of an operation's requests against its schemas: path, query, headers, body, and routing fields
 * alone. The first call for the operation compiles them, which takes milliseconds; later calls return the same checks.
 */
export function checksOf(row: Operation): Checks {
  const checks = compiled.get(row) ?? compileChecks(row)
  compiled.set(row, checks)
  return checks
}

function compileChecks(row: Operation): Checks {
  const { params = nothing, query = nothing, headers = {}, body, variants } = row
  const bodyRouting = bodyRoutingOf(row)
  const routed = row.routedBy === undefined ? bodyRouting : routingPartOfVariants
  const checkBody = compileCheck(body ?? nothing)
  const byPlatform = new Map(Object.entries(variants ?? {}).map(([name, schema]) => [name, compileCheck(schema)]))
  return {
    querySchema: query,
    headers: Object.keys(propertiesOf(headers)),
    ids: { params: idNames(params), query: idNames(query), body: idNames(routed) },
    checkParams: compileCheck(params),
    checkQueryRouting: compileCheck(routingPartOf(query)),
    checkBodyRouting: bodyRouting === undefined ? null : compileCheck(bodyRouting),
    checkQuery: compileCheck(query),
    checkHeaders: compileCheck(headers),
    takesBody: body !== undefined || variants !== undefined,
    bodyCheck: (platform) => byPlatform.get(platform ?? '') ?? checkBody,
  }
}
