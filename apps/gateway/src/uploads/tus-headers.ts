import type { IncomingMessage, ServerResponse } from 'node:http'
import { keysOf, ServiceError } from '@carillon/errors'
import { onlyHeader } from '../only-header.ts'
import type { NamedUpload, PublishedFile, UploadPiece } from '../service.ts'

/** The supported version of the tus protocol. @see https://tus.io/protocols/resumable-upload (read 2026-11-23) */
export const tusVersion = '1.0.0'

/** The supported extensions of the tus protocol. */
export const tusExtensions = ['creation', 'checksum', 'expiration', 'termination'] as const

/** The supported algorithms of checksums, with the length of their digest in bytes. */
const digestBytes = { sha1: 20, sha256: 32 } as const
export const checksumAlgorithms = keysOf(digestBytes)

const pieceType = /^application\/offset\+octet-stream\s*(?:;|$)/i
const maxNameLength = 255

function invalid(name: string, problem: string): ServiceError {
  return new ServiceError('invalid_request', `${name}: ${problem}`)
}

/**
 * Sets the version of the tus protocol on the response, and rejects requests without a version or of another version.
 * @throws ServiceError `upload_version_unsupported`
 */
export function requireTus(req: IncomingMessage, res: ServerResponse): void {
  res.setHeader('Tus-Resumable', tusVersion)
  if (onlyHeader(req, 'tus-resumable') === tusVersion) return
  res.setHeader('Tus-Version', tusVersion)
  throw new ServiceError('upload_version_unsupported')
}

/**
 * Returns the value of a header that is a number of bytes.
 * @throws ServiceError `invalid_request` if it is absent, repeated or not a non-negative integer of up to 15 digits
 */
export function bytesIn(req: IncomingMessage, name: string): number {
  const sent = onlyHeader(req, name.toLowerCase()) ?? ''
  if (!/^\d{1,15}$/.test(sent)) throw invalid(name, 'a number of bytes is expected.')
  return Number(sent)
}

/**
 * Returns the values of `Upload-Metadata`, keyed by name. The header has pairs of a name and a base64 string, separated
 * by commas.
 */
function metadataIn(req: IncomingMessage): Map<string, string> {
  const sent = onlyHeader(req, 'upload-metadata')?.trim() ?? ''
  const pairs = sent === '' ? [] : sent.split(',').map((pair) => pair.trim().split(' '))
  const isPair = ([name = '', value = '', ...more]: string[]) =>
    name !== '' && more.length === 0 && /^[A-Za-z\d+/]*={0,2}$/.test(value)
  if (!pairs.every(isPair))
    throw invalid('Upload-Metadata', 'names with base64 values, separated by commas, are expected.')
  return new Map(pairs.map(([name = '', value = '']) => [name, Buffer.from(value, 'base64').toString('utf8')]))
}

/**
 * Returns the file name and type from `Upload-Metadata`, cut to 255 characters and without U+0000; null if absent or
 * empty.
 * @throws ServiceError `invalid_request` for a header that is not pairs of a name and a base64 string
 */
export function namesIn(req: IncomingMessage): { filename: string | null; filetype: string | null } {
  const metadata = metadataIn(req)
  const text = (name: string) => metadata.get(name)?.replaceAll('\0', '').slice(0, maxNameLength).toWellFormed() || null
  return { filename: text('filename'), filetype: text('filetype') }
}

/** Returns the header `Upload-Metadata` with the file name and type of an upload; `{}` if it has neither. */
export function metadataOf({ filename, filetype }: Omit<NamedUpload, 'upload'>): Readonly<Record<string, string>> {
  const pairs = Object.entries({ filename, filetype }).flatMap(([name, value]) =>
    value === null ? [] : [`${name} ${Buffer.from(value, 'utf8').toString('base64')}`],
  )
  return pairs.length === 0 ? {} : { 'Upload-Metadata': pairs.join(',') }
}

/**
 * Returns the file of an earlier publish that the upload copies: the id `publish` and the `path` in it, both from
 * `Upload-Metadata`. Null if both are absent, as the client then sends the bytes of the file.
 * @throws ServiceError `invalid_request` if only one of them is sent, one is empty, or the header is malformed
 */
export function publishedFileIn(req: IncomingMessage): PublishedFile | null {
  const metadata = metadataIn(req)
  const [publishId, path] = [metadata.get('publish'), metadata.get('path')]
  if (publishId === undefined && path === undefined) return null
  if (publishId && path) return { publishId, path }
  throw invalid('Upload-Metadata', 'publish and path are only sent together.')
}

/**
 * Rejects a piece of an upload that does not have the content type of the tus protocol.
 * @throws ServiceError `unsupported_media_type`
 */
export function requirePieceType(req: IncomingMessage): void {
  if (pieceType.test(onlyHeader(req, 'content-type') ?? '')) return
  throw new ServiceError('unsupported_media_type', 'The Content-Type of a piece is application/offset+octet-stream.')
}

/**
 * Parses the checksum of a piece from `Upload-Checksum`, such as `sha256 <base64>`; null if it was not sent.
 * @throws ServiceError `invalid_request` for another algorithm than those in `checksumAlgorithms`, a digest that is not
 *   base64 or has another length, or a repeated header
 */
export function checksumIn(req: IncomingMessage): UploadPiece['checksum'] {
  if (req.headers['upload-checksum'] === undefined) return null
  const [name, text = '', ...more] = (onlyHeader(req, 'upload-checksum') ?? '').split(' ')
  const algorithm = checksumAlgorithms.find((each) => each === name)
  if (algorithm === undefined || more.length > 0) {
    throw invalid('Upload-Checksum', `one of ${checksumAlgorithms.join(' and ')} with a base64 value is expected.`)
  }
  const digest = Buffer.from(text, 'base64')
  const isBase64 = /^[A-Za-z\d+/]*={0,2}$/.test(text)
  if (isBase64 && digest.length === digestBytes[algorithm]) return { algorithm, digest }
  throw invalid('Upload-Checksum', `a ${algorithm} digest of ${digestBytes[algorithm]} bytes in base64 is expected.`)
}
