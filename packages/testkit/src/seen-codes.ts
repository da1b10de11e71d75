import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { requirePromised } from './promised-codes.ts'

/** Codes of the API's responses in this test run. */
const seen = new Set<string>()

function noteIn(value: unknown): void {
  if (Array.isArray(value)) {
    for (const item of value) noteIn(item)
    return
  }
  if (typeof value !== 'object' || value === null) return
  if ('code' in value && typeof value.code === 'string') seen.add(value.code)
  for (const key of ['error', 'errors', 'details', 'publishes']) {
    if (key in value) noteIn(Reflect.get(value, key))
  }
}

function codeOf(body: unknown): unknown {
  const error: unknown = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
}

/**
 * Notes the code of every error that a test gets to see from the interface, by watching the fetches of the process: the
 * run fails for a code that an operation lists and no test has seen, and the fetch for one that its operation does not list.
 */
export function noteSeenCodes(): void {
  const fetch = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const response = await fetch(input, init)
    if (response.headers.get('content-type')?.startsWith('application/json')) {
      const text = await response
        .clone()
        .text()
        .catch(() => '')
      if (text.includes('"code"')) {
        const body: unknown = JSON.parse(text)
        noteIn(body)
        const code = codeOf(body)
        const { status, url } = response
        if (status >= 400 && typeof code === 'string')
          await requirePromised(fetch, { method: init?.method ?? 'GET', url, status, code })
      }
    }
    return response
  }
}

const folder = 'dist/seen-codes'

/** Forgets those of an earlier run. */
export function forgetSeenCodes(): void {
  rmSync(folder, { recursive: true, force: true })
}

/** Keeps those of this process beside the results of the package that is tested, whose files several processes may share. */
export function writeSeenCodes(): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/${process.pid}.json`, JSON.stringify([...seen].sort()))
}
