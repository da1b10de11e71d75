import { FormData as SendableFormData } from 'undici'

/** The body of a request. A stream needs the header `content-length` if its length is known; otherwise it is sent in chunks. */
export type RequestBody = string | Uint8Array | FormData | URLSearchParams | AsyncIterable<Uint8Array>

export type SendableBody = string | Uint8Array | SendableFormData | AsyncIterable<Uint8Array>

export interface PreparedBody {
  body: SendableBody | undefined
  /** Headers that follow from the kind of body. */
  headers: Record<string, string>
  /** Whether it can be sent a second time. */
  repeatable: boolean
}

/** undici takes only form data of its own making. Files stay where they are: a `Blob` is a reference. */
function toSendableForm(form: FormData): SendableFormData {
  const sendable = new SendableFormData()
  for (const [name, value] of form) {
    if (typeof value === 'string') sendable.append(name, value)
    else sendable.append(name, value, value.name)
  }
  return sendable
}

/** Prepares a request body. `repeatable` is false for streams, which cannot be sent again after a redirect or retry. */
export function prepareBody(body: RequestBody | undefined): PreparedBody {
  // Node loads its own fetch, 50 ms of work, when `FormData` is named for the first time.
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) {
    return { body, headers: {}, repeatable: true }
  }
  if (body instanceof URLSearchParams) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }
    return { body: body.toString(), headers, repeatable: true }
  }
  if (body instanceof FormData) return { body: toSendableForm(body), headers: {}, repeatable: true }
  return { body, headers: {}, repeatable: false }
}
