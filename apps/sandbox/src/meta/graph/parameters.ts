import { isObject } from '../../json.ts'
import { invalidParameter } from './graph-error.ts'

interface UploadedFile {
  field: string
  bytes: Buffer
  contentType: string
}

/**
 * The parameters of a call, from its query and body. If a parameter is in both, the body takes precedence, as in Graph.
 * The readers return undefined for a parameter that was not sent, and throw a `GraphError` with code 100 for a value of
 * another type.
 */
export interface Parameters {
  names(): string[]
  has(name: string): boolean
  text(name: string): string | undefined
  /** Returns a string parameter; throws a `GraphError` with code 100 if it is missing or empty. */
  required(name: string): string
  flag(name: string): boolean | undefined
  whole(name: string): number | undefined
  /**
   * Returns a list that was sent as a JSON array, as `name[0]=…` fields, or (with `commas`) as comma-separated text.
   */
  list(name: string, options?: { commas?: boolean }): unknown[] | undefined
  /** Returns the value of a parameter, parsed if it is JSON; otherwise the string itself. */
  value(name: string): unknown
  /** Returns a JSON object that was sent as such or as a string. */
  object(name: string): Record<string, unknown> | undefined
  /** The files of a multipart body. `names` and `has` do not include them. */
  files: UploadedFile[]
}

type Values = Map<string, unknown>

/** The maximum index in `name[index]=…` and `name[]=…`. The sandbox's own limit; lists in JSON have none. */
const MAX_INDEX = 999

function put(values: Values, key: string, value: unknown): void {
  const indexed = /^(\w+)\[(\d*)\]$/.exec(key)
  if (indexed?.[1] === undefined) return void values.set(key, value)
  const held = values.get(indexed[1])
  const list = Array.isArray(held) ? held : []
  const at = indexed[2] === '' ? list.length : Number(indexed[2])
  if (at > MAX_INDEX) throw invalidParameter(`Param ${indexed[1]} has an index above ${MAX_INDEX}`)
  list[at] = value
  values.set(indexed[1], list)
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function readMultipart(body: Buffer, contentType: string, into: Values): Promise<UploadedFile[]> {
  const files: UploadedFile[] = []
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => undefined)
  if (form === undefined) throw invalidParameter('The multipart body could not be read')
  for (const [field, value] of form) {
    if (typeof value === 'string') put(into, field, value)
    else files.push({ field, bytes: Buffer.from(await value.arrayBuffer()), contentType: value.type })
  }
  return files
}

async function readBody(body: Buffer, contentType: string, into: Values): Promise<UploadedFile[]> {
  const kind = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  if (kind === 'multipart/form-data') return readMultipart(body, contentType, into)
  if (body.length === 0) return []
  if (kind === 'application/x-www-form-urlencoded') {
    for (const [key, value] of new URLSearchParams(body.toString('utf8'))) put(into, key, value)
    return []
  }
  const json = kind === 'application/json' ? readJson(body.toString('utf8')) : undefined
  if (json === null || typeof json !== 'object' || Array.isArray(json)) {
    throw invalidParameter(`A body of type ${kind || 'none'} could not be read as parameters`)
  }
  for (const [key, value] of Object.entries(json)) into.set(key, value)
  return []
}

/**
 * Returns the value of a parameter, or of a modifier in a parameter `fields`, as a number.
 * @throws GraphError with code 100 if it is not a non-negative integer of at most 15 digits
 */
export function readWhole(name: string, value: string): number {
  if (!/^\d{1,15}$/.test(value)) throw invalidParameter(`Param ${name} must be an integer`)
  return Number(value)
}

const FLAGS = new Map(Object.entries({ true: true, '1': true, false: false, '0': false }))

/** Reads a list that was sent as described at `Parameters.list`. */
function readList(name: string, value: unknown, commas: boolean): unknown[] | undefined {
  if (value === undefined || value === null) return undefined
  // Indexes that were left out are not elements.
  if (Array.isArray(value)) return value.filter(() => true)
  const json = typeof value === 'string' ? readJson(value) : undefined
  if (Array.isArray(json)) return json
  if (commas && typeof value === 'string') return value.split(',').map((part) => part.trim())
  throw invalidParameter(`Param ${name} must be an array.`)
}

function parametersOf(values: Values, files: UploadedFile[]): Parameters {
  function text(name: string): string | undefined {
    const value = values.get(name)
    if (value === undefined || value === null) return undefined
    if (typeof value === 'string') return value
    if (typeof value === 'number' || typeof value === 'boolean') return String(value)
    throw invalidParameter(`Param ${name} must be a string`)
  }
  return {
    names: () => [...values.keys()],
    has: (name) => values.has(name),
    files,
    text,
    required(name) {
      const value = text(name)
      if (value === undefined || value === '') throw invalidParameter(`The parameter ${name} is required`)
      return value
    },
    flag(name) {
      const value = text(name)
      if (value === undefined) return undefined
      const flag = FLAGS.get(value.toLowerCase())
      if (flag === undefined) throw invalidParameter(`Param ${name} must be a boolean`)
      return flag
    },
    whole(name) {
      const value = text(name)
      if (value === undefined) return undefined
      return readWhole(name, value)
    },
    value(name) {
      const value = values.get(name)
      return typeof value === 'string' ? (readJson(value) ?? value) : value
    },
    object(name) {
      const value = values.get(name)
      if (value === undefined || value === null) return undefined
      const json = typeof value === 'string' ? readJson(value) : value
      if (isObject(json)) return json
      throw invalidParameter(`Param ${name} must be an object.`)
    },
    list: (name, { commas = false } = {}) => readList(name, values.get(name), commas),
  }
}

/**
 * Reads the parameters in the query and body of a request. Those in the body replace those of the same name in the
 * query, lists included. A body of 0 bytes has no parameters.
 * @throws GraphError with code 100 for a body that is not a form, multipart form or JSON object, for a multipart body
 *   of 0 bytes, and for an index above 999 in `name[index]=…` or `name[]=…`
 */
export async function readParameters(call: {
  query: URLSearchParams
  body: Buffer
  contentType: string
}): Promise<Parameters> {
  const inQuery: Values = new Map()
  for (const [key, value] of call.query) put(inQuery, key, value)
  const inBody: Values = new Map()
  const files = await readBody(call.body, call.contentType, inBody)
  return parametersOf(new Map([...inQuery, ...inBody]), files)
}

/** The parameters that every Graph call accepts. */
const ALWAYS = ['access_token', 'appsecret_proof']
/** The parameters that no version has accepted since 2026-10-27. */
const REMOVED = ['pretty', 'debug', 'date_format', 'ids']

/**
 * Rejects all parameters except `allowed`, `access_token` and `appsecret_proof`. Always rejects `pretty`, `debug`,
 * `date_format` and `ids`, which Graph no longer accepts.
 * @throws GraphError with code 100
 */
export function allowOnly(parameters: Parameters, allowed: string[]): void {
  for (const name of parameters.names()) {
    if (REMOVED.includes(name)) throw invalidParameter(`The parameter ${name} is no longer supported`)
    if (!allowed.includes(name) && !ALWAYS.includes(name)) throw invalidParameter(`Param ${name} is not allowed`)
  }
}
