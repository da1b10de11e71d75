import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Operation } from '@carillon/contract'
import { parseExactJson } from '@carillon/domain'
import { fieldError, ServiceError } from '@carillon/errors'

type Fields = Readonly<Record<string, unknown>>

/**
 * Where the fields of an operation's form belong in the JSON body: in the property that `routedBy` names, or without it
 * in the body itself. `formPart` names the form's part that contains the other properties of the body as JSON.
 */
export type FormShape = Pick<Operation, 'routedBy' | 'formPart'>

const maxBytes = 64 * 1024

async function* bounded(stream: Readable, name: string): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.length
    if (bytes > maxBytes) {
      const message = `The form is too large: the part ${name} has at most ${maxBytes} bytes.`
      throw new ServiceError('invalid_request', message, { status: 413 })
    }
    yield chunk
  }
}

/**
 * Reads the part of a form that contains JSON (`formPart`) if it arrives as a file, as browsers send it to set its
 * content type. Returns its text, not parsed.
 * @throws ServiceError `invalid_request` (413) for more than 64 KiB
 */
export const readJsonPart = ({ stream, fieldname }: { stream: Readable; fieldname: string }): Promise<string> =>
  text(bounded(stream, fieldname))

/**
 * Parses `sent`, the text of the form part whose name is in `formPart`, and returns the properties of its JSON object;
 * empty if `sent` is undefined.
 * @throws ServiceError `invalid_request` if `sent` is not a string with a JSON object, or the object has an integer
 *   that a JavaScript number cannot represent, or the property whose name is in `routedBy`: the fields of that property
 *   are sent as fields of the form
 */
export function jsonPart({ routedBy = '', formPart = '' }: FormShape, sent: unknown): Fields {
  if (sent === undefined) return {}
  const rejected = (message: string) => fieldError({ path: [formPart], message })
  if (typeof sent !== 'string') throw rejected('one part with this name is expected')
  let value: unknown
  try {
    value = parseExactJson(sent, [formPart])
  } catch (error) {
    if (error instanceof ServiceError) throw error
    throw rejected('a JSON object is expected')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw rejected('a JSON object is expected')
  if (Object.hasOwn(value, routedBy)) throw rejected(`the fields of ${routedBy} are sent as fields of the form`)
  return { ...value }
}

/**
 * Returns the part of a body that contains the routing fields (platform, account, profile): the property whose name is
 * in `routedBy`, or the whole body if the operation has no `routedBy`. Undefined if the body lacks that property.
 */
export function routedFields({ routedBy }: FormShape, body: unknown): unknown {
  if (routedBy === undefined) return body
  return typeof body === 'object' && body !== null
    ? Object.entries(body).find(([name]) => name === routedBy)?.[1]
    : undefined
}
