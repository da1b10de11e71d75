import type { Bound, Issue } from '@carillon/errors'
import type { ErrorObject } from 'ajv/dist/2020.js'
import { type StagedFault, stagedKeyword } from './ajv.ts'
import { repeated, sentence } from './messages.ts'

/**
 * A failed check of a value: path, message, and the limit that a number, a length or a count is above or below; null
 * for other checks. `badBase64` is true for invalid base64, for which some platforms have an error code of their own.
 */
export interface Failure extends Issue {
  badBase64: boolean
  bound: Bound | null
}

/**
 * Keywords whose errors would not be understandable, or concern several fields. The schema has its own message for
 * them (`x-rule`).
 */
const ruled = new Set(['oneOf', 'anyOf', 'not', 'dependentRequired', 'minProperties', 'pattern'])

const maxNameLength = 64

const unescapePart = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~')

function pathOf({ instancePath, params }: ErrorObject): string[] {
  const missing: unknown = params['missingProperty'] ?? params['additionalProperty']
  const path = instancePath.split('/').slice(1).map(unescapePart)
  return (typeof missing === 'string' ? [...path, missing] : path).map((part) =>
    part.slice(0, maxNameLength).toWellFormed(),
  )
}

const depth = ({ instancePath }: ErrorObject) => instancePath.split('/').length

/**
 * Returns an error about a field that neither the object nor any of its alternatives has, given the error of their
 * `oneOf` or `anyOf`; undefined if there is no such field, or if any field is allowed.
 */
function unknownField(error: ErrorObject): ErrorObject | undefined {
  const schemas = [error.parentSchema, error.schema].flat().map(Object)
  if (!schemas.some((schema) => schema['additionalProperties'] === false)) return undefined
  const properties = Object.assign({}, ...schemas.map((schema) => schema['properties']))
  const { data } = error
  const fields = typeof data === 'object' && !Array.isArray(data) ? Object.keys(data ?? {}) : []
  const name = fields.find((field) => !Object.hasOwn(properties, field))
  if (name === undefined) return undefined
  const found = { params: { additionalProperty: name }, parentSchema: { properties } }
  return { ...error, ...found, keyword: 'additionalProperties' }
}

/**
 * Returns the error to report: the last one, unless it is that of a `oneOf` or `anyOf`. Then it is the deepest error
 * within the alternatives, if any is deeper, as the client meant the alternative that matches furthest; or else that of
 * a field that none of them has.
 */
function choose(errors: readonly ErrorObject[]): ErrorObject | undefined {
  const last = errors.at(-1)
  if (last?.keyword !== 'oneOf' && last?.keyword !== 'anyOf') return last
  const deeper = errors.filter((error) => depth(error) > depth(last)).sort((a, b) => depth(b) - depth(a))
  return deeper[0] ?? unknownField(last) ?? last
}

function ruleOf({ keyword, parentSchema }: ErrorObject): string | undefined {
  const rule: unknown = ruled.has(keyword) ? parentSchema?.['x-rule'] : undefined
  return typeof rule === 'string' ? rule : undefined
}

/** Returns the last of the fields that were sent if only one of them is allowed; an empty list for any other error. */
function superfluousField({ keyword, params, schema }: ErrorObject): string[] {
  const passing: unknown = params['passingSchemas']
  if (keyword !== 'oneOf' || !Array.isArray(passing) || !Array.isArray(schema)) return []
  const required: unknown = Object(schema[passing.at(-1)])['required']
  const field: unknown = Array.isArray(required) ? required[0] : undefined
  return typeof field === 'string' ? [field] : []
}

/**
 * Returns the field that was sent and may not be, if it requires another field which excludes one that was sent, too:
 * to add that field would break the other rule. Undefined for any other error.
 */
function misplacedField({ keyword, params, parentSchema, data }: ErrorObject): string | undefined {
  const { property, missingProperty } = params
  const alternatives: unknown = parentSchema?.['oneOf']
  if (keyword !== 'dependentRequired' || !Array.isArray(alternatives)) return undefined
  const named = alternatives.map((one: unknown) => [Object(one)['required']].flat())
  const isExcluded =
    named.some((fields) => fields.includes(missingProperty)) &&
    named.flat().some((field) => typeof field === 'string' && Object.hasOwn(Object(data), field))
  return isExcluded && typeof property === 'string' ? property : undefined
}

/** Returns the fault of a file in the media store; null for an error about any other value. */
function stagedFaultOf({ keyword, params }: ErrorObject): StagedFault | null {
  return keyword === stagedKeyword ? params['fault'] : null
}

/**
 * Returns the number that is compared with a limit: the value of a number, the code points of a string, the items of a
 * list; null for any other value.
 */
function sizeOf(value: unknown): number | null {
  if (typeof value === 'number') return value
  if (typeof value === 'string') return [...value].length
  return Array.isArray(value) ? value.length : null
}

function boundOf({ params, data }: ErrorObject, fault: StagedFault | null): Bound | null {
  if (fault?.kind === 'length') return { limit: fault.limit, actual: fault.length }
  const limit: unknown = params['limit']
  const actual = sizeOf(data)
  return typeof limit === 'number' && actual !== null ? { limit, actual } : null
}

/**
 * Returns the most useful of a validator's errors, with the path of the field, a message for the client, and the limit
 * that is not met. Without errors, the path is empty and the message general.
 * @param options.repeats whether a list means a parameter or header that was sent more than once
 */
export function failureOf(
  errors: readonly ErrorObject[] | null | undefined,
  { repeats = false }: { repeats?: boolean } = {},
): Failure {
  const error = choose(errors ?? [])
  if (!error) return { path: [], message: 'it does not fit its rules', badBase64: false, bound: null }
  const rule = ruleOf(error)
  const fault = stagedFaultOf(error)
  // A rule over several fields is about the whole, but for one that names the field that is missing.
  const isWhole = rule !== undefined && error.keyword !== 'dependentRequired'
  const misplaced = misplacedField(error)
  const path = pathOf(isWhole || misplaced !== undefined ? { ...error, params: {} } : error)
  return {
    path: [...path, ...(misplaced === undefined ? superfluousField(error) : [misplaced])],
    message: repeats && Array.isArray(error.data) ? repeated(error.data) : (rule ?? sentence(error)),
    badBase64: fault?.kind === 'base64',
    bound: boundOf(error, fault),
  }
}
