const slot = 'carillon-key'

/** Kept for this tab alone. */
export const storedKey = {
  get: () => sessionStorage.getItem(slot) ?? '',
  set: (/** @type {string} */ key) => sessionStorage.setItem(slot, key),
  forget: () => sessionStorage.removeItem(slot),
}

/** An answer of the interface that is an error; `code` is what to branch on. */
export class Rejection extends Error {
  /** @param {{ status: number, code: string, message: string, details?: unknown }} answer */
  constructor({ status, code, message, details }) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

/**
 * Calls the interface with the stored key; the JSON it answers, null where there is none.
 * @param {string} method
 * @param {string} path below `/api/v1`
 * @param {unknown} [body]
 * @returns {Promise<any>} shapes as in `/api/v1/openapi.json`
 */
export async function call(method, path, body) {
  const headers = new Headers({ authorization: `Bearer ${storedKey.get()}` })
  if (body !== undefined) headers.set('content-type', 'application/json')
  const response = await fetch(`/api/v1${path}`, { method, headers, body: JSON.stringify(body) ?? null })
  const text = await response.text()
  const answer = text === '' ? null : JSON.parse(text)
  if (response.ok) return answer
  throw new Rejection({ status: response.status, ...answer.error })
}

/**
 * What the matrix says about connecting, and the states of a publish.
 * @returns {Promise<{ connect: { platform: string, authMethods?: string[], handle?: boolean }[], publishStatuses: string[] }>}
 */
export async function readFacts() {
  return (await fetch('/dashboard/facts.json')).json()
}
