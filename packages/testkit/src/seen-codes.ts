import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { requirePromised } from './promised-codes.ts'

/** The error codes in the API's responses during this test run. */
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

function errorIn(body: unknown): { code?: unknown; details?: unknown } {
  const error: unknown = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined
  return typeof error === 'object' && error !== null ? error : {}
}

/**
 * Wraps the global `fetch` so that the error codes in each JSON response are recorded, also those of its `errors` and
 * `publishes`. A fetch rejects if the OpenAPI document does not list the code of an error response for the operation,
 * or describes other details. `writeSeenCodes` stores the recorded codes: after a test run, a check requires that each
 * code of an operation in this document was received by a test.
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
        const { code, details } = errorIn(body)
        const { status, url } = response
        if (status >= 400 && typeof code === 'string')
          await requirePromised(fetch, { method: init?.method ?? 'GET', url, status, code, details })
      }
    }
    return response
  }
}

const folder = 'dist/seen-codes'

/** Deletes the files in `dist/seen-codes` with the error codes that `writeSeenCodes` wrote in an earlier test run. */
export function forgetSeenCodes(): void {
  rmSync(folder, { recursive: true, force: true })
}

/**
 * Writes the error codes that `noteSeenCodes` recorded in this process, as a JSON array, to
 * `dist/seen-codes/<pid>.json` in the working directory, so that each process has a file of its own.
 */
export function writeSeenCodes(): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/${process.pid}.json`, JSON.stringify([...seen].sort()))
}
