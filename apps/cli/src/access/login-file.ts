import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** The contents of the file that `carillon login` stores. */
export interface Login {
  url: string
  apiKey: string
}

function isMissing(error: unknown): boolean {
  return Object(error).code === 'ENOENT'
}

/**
 * Reads the stored login; null if none exists.
 * @throws Error if the file is not a login
 */
export function readLogin(path: string): Login | null {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
  const { url, apiKey } = Object(parsed(path, text))
  if (typeof url === 'string' && typeof apiKey === 'string') return { url, apiKey }
  throw new Error(`${path} is not a login. Delete it and run \`carillon login\`.`)
}

function parsed(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${path} is not valid JSON. Delete it and run \`carillon login\`.`)
  }
}

/**
 * Stores a login in the file `path`, which only the user can read. Creates missing directories, and replaces an earlier
 * login.
 */
export function writeLogin(path: string, login: Login): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const whole = `${path}.new`
  rmSync(whole, { force: true })
  writeFileSync(whole, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600 })
  // The mode of a new file is reduced by the umask, never widened.
  chmodSync(whole, 0o600)
  renameSync(whole, path)
}

/** Deletes the stored login; returns whether there was one. */
export function deleteLogin(path: string): boolean {
  try {
    rmSync(path)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}
