import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Operation } from '@carillon/contract'
import type { StagedFile } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { Backend } from '../backend.ts'
import type { Grant } from '../service.ts'

/** A request whose form refers to a file (an upload or its properties) instead of containing it. */
export interface Referring {
  backend: Backend
  grant: Grant
  row: Operation
}

type Resolve = (sent: string, referring: Referring) => Promise<StagedFile> | StagedFile

function parsed(sent: string): unknown {
  try {
    return JSON.parse(sent)
  } catch {
    throw new ServiceError('invalid_request', 'The facts of a file are not valid JSON.')
  }
}

/** Functions that return the file to which a form part refers, keyed by the content type of the part. */
const references: Readonly<Record<string, Resolve>> = {
  'application/vnd.carillon.upload': (sent, { backend: { service, context }, grant, row }) => {
    const { organizationId } = grant.scope
    return service.useUpload(context, sent.trim(), { organizationId, announced: row.reportsRejections === true })
  },
  'application/vnd.carillon.facts+json': (sent, { backend: { service }, row }) => {
    if (row.reportsRejections) return service.stageFacts(parsed(sent))
    throw new ServiceError(
      'invalid_request',
      'Facts stand for a file in a validation only. Send the file or its upload.',
    )
  },
}

/**
 * Returns whether a form part of this content type refers to a file instead of being one: by the id of an upload, or,
 * when a post is validated, by the file's properties.
 */
export const isReference = (type: string): boolean => Object.hasOwn(references, type)

const maxBytes = 4096

async function* bounded(stream: Readable): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.length
    if (bytes > maxBytes) {
      const message = `The form is too large: a part that refers to a file has at most ${maxBytes} bytes.`
      throw new ServiceError('invalid_request', message, { status: 413 })
    }
    yield chunk
  }
}

/**
 * Reads a form part for which `isReference` is true. Returns the upload to which it refers or, in a validation, a file
 * made from the properties in it.
 * @throws ServiceError `upload_not_found`, `upload_incomplete` (not in a validation), or `invalid_request`: for a part
 *   of more than 4,096 bytes (413), and for properties that are invalid or not in a validation
 */
export async function readReference(
  { mimetype, stream }: { mimetype: string; stream: Readable },
  referring: Referring,
): Promise<StagedFile> {
  const sent = await text(bounded(stream))
  const resolve = references[mimetype]
  if (!resolve) throw new Error(`${mimetype} refers to no file`)
  return resolve(sent, referring)
}
