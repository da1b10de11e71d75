import { readFileSync } from 'node:fs'
import { DatabaseUrlError, parseDatabaseUrl } from '@carillon/database'
import { ConfigError } from './config-error.ts'
import { type Variable, variables } from './variables.ts'

export type Env = Readonly<Record<string, string | undefined>>

/**
 * Returns the trimmed content of the file named by `<NAME>_FILE`, otherwise the trimmed value of the variable;
 * undefined if neither is set.
 * @throws ConfigError if the file cannot be read
 */
export function lookUp(env: Env, name: string): string | undefined {
  const file = env[`${name}_FILE`]?.trim()
  if (!file) return env[name]?.trim()
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (cause) {
    throw new ConfigError(`${name}_FILE: the file cannot be read.`, { cause })
  }
}

/**
 * Parses the value of a variable that takes `on` or `off`.
 * @throws ConfigError for any other value
 */
export function isOn(name: string, value: string): boolean {
  if (value !== 'on' && value !== 'off') throw new ConfigError(`${name} is "${value}"; it takes on or off.`)
  return value === 'on'
}

/**
 * Returns the value of a variable, an http or https URL, as it was given.
 * @throws ConfigError for any other value
 */
export function urlIn(name: string, value: string): string {
  if (/^https?:$/.test(URL.parse(value)?.protocol ?? '')) return value
  throw new ConfigError(`${name} is "${value}"; it takes a URL that begins with https:// or http://.`)
}

interface Bounds {
  /** Default: 0. */
  min?: number
  max?: number
}

/**
 * Parses the value of a variable that takes a number within bounds.
 * @throws ConfigError for any other value
 */
function numberIn(name: string, text: string, { min = 0, max = Number.MAX_SAFE_INTEGER }: Bounds): number {
  const value = Number(text)
  if (!Number.isFinite(value) || value < min) {
    throw new ConfigError(`${name} is "${text}"; it must be a number of ${min} or more.`)
  }
  if (value > max) throw new ConfigError(`${name} is "${text}"; it must be a number of ${max} or less.`)
  return value
}

/** Earlier names under which variables are still read, keyed by the current name. */
const formerNames: Readonly<Partial<Record<Variable, string>>> = { ENCRYPTION_KEYS: 'SEAL_KEYS' }

const withoutSpaces = (value: string): string => value.replaceAll(/\s/g, '')

/**
 * Returns the value of a variable under its current or its former name; undefined or an empty string if it is not set.
 * @throws ConfigError if both are set and differ: under either one, data could be encrypted with keys that the operator
 *   has given up
 */
function underEitherName(env: Env, name: Variable): string | undefined {
  const formerName = formerNames[name]
  const value = lookUp(env, name)
  const former = formerName && lookUp(env, formerName)
  if (!former || !value) return value || former
  if (withoutSpaces(value) === withoutSpaces(former)) return value
  throw new ConfigError(
    `${name} and ${formerName}, its former name, have different values. Set ${name} to the one that is needed, and remove ${formerName}.`,
  )
}

/**
 * Returns functions that read settings by their names. Each throws a ConfigError if its setting is missing or invalid.
 */
export function makeReader(env: Env) {
  function text(name: Variable): string {
    const { fallback, about } = variables[name]
    const value = underEitherName(env, name) || fallback
    if (value === null) throw new ConfigError(`${name} is not set. ${about}`)
    return value
  }
  const number = (name: Variable, bounds: Bounds = {}): number => numberIn(name, text(name), bounds)
  function integer(name: Variable, bounds: Bounds = {}): number {
    const value = number(name, bounds)
    if (!Number.isInteger(value)) throw new ConfigError(`${name} is "${text(name)}"; it must be an integer.`)
    return value
  }
  const port = (name: Variable): number => integer(name, { max: 65_535 })
  function origin(name: Variable): string {
    const url = URL.parse(text(name))
    if (!url || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`) {
      throw new ConfigError(`${name} is "${text(name)}"; it takes an origin such as https://api.example.com.`)
    }
    return url.origin
  }
  /** Returns a URL as it was given; an empty string if the setting is empty. */
  function httpUrl(name: Variable): string {
    const value = text(name)
    return value && urlIn(name, value)
  }
  function databaseUrl(name: Variable): string {
    const url = text(name)
    try {
      parseDatabaseUrl(url)
    } catch (error) {
      if (error instanceof DatabaseUrlError) throw new ConfigError(`${name} ${error.message}`)
      throw error
    }
    return url
  }
  function onOff(name: Variable): boolean {
    return isOn(name, text(name))
  }
  function list(name: Variable): string[] {
    return text(name)
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean)
  }
  return { text, number, integer, port, origin, httpUrl, databaseUrl, onOff, list }
}

export type Reader = ReturnType<typeof makeReader>
