import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Operation, UploadLimits } from '@carillon/contract'
import type { JSONSchema } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import multer, { MulterError, type StorageEngine } from 'multer'
import type { Backend } from '../backend.ts'
import type { Admission, Grant } from '../service.ts'
import { jsonPart, readJsonPart } from './form-part.ts'
import { assembleVariant, type Form, type FormFile, routingFieldsOf } from './form-variant.ts'
import { isReference, readReference } from './media-reference.ts'
import { boundaryOf, PartWatch } from './part-watch.ts'
import type { Received } from './received.ts'

export interface FormOptions extends Omit<UploadLimits, 'bodyBytes'> {
  grant: Grant
  row: Operation
  variants: Readonly<Record<string, JSONSchema>>
  maxBytes: number
  signal: AbortSignal
  reservation: Admission['reservation'] | undefined
}

interface Receiver {
  storage: StorageEngine
  /** Deletes the files of a rejected form in the background. */
  abandon(files: readonly FormFile[]): void
}

const fieldLimits = {
  fieldNameSize: 100,
  fields: 64,
  headerPairs: 16,
  fieldNestingDepth: 1,
  fieldArrayIndexLimit: 0,
}

type FileLimits = Pick<FormOptions, 'files' | 'fileBytes' | 'fieldBytes'>

/** Clauses about the limits of a form, keyed by the error code of multer. */
const overLimit: Readonly<Record<string, (limits: FileLimits) => string>> = {
  LIMIT_FILE_SIZE: ({ fileBytes }) => `the file is larger than ${fileBytes} bytes`,
  LIMIT_FILE_COUNT: ({ files }) => `it has more than ${files} files`,
  LIMIT_FIELD_COUNT: () => `it has more than ${fieldLimits.fields} fields`,
  LIMIT_PART_COUNT: ({ files }) => `it has more than ${fieldLimits.fields + files} parts`,
  LIMIT_FIELD_VALUE: ({ fieldBytes }) => `the field is longer than ${fieldBytes} bytes`,
}

const asList = 'a name with an index or a key is not taken; repeat the field for a list, and send an object as JSON'

/** The codes of multer for a form with more parts than any post has, such as 36 files, whatever its size. */
const tooMany: ReadonlySet<string> = new Set(['LIMIT_FILE_COUNT', 'LIMIT_FIELD_COUNT', 'LIMIT_PART_COUNT'])

/** Clauses about names of fields that are not taken, keyed by the error code of multer. */
const wrongName: Readonly<Record<string, string>> = {
  LIMIT_FIELD_KEY: `the name of a field is longer than ${fieldLimits.fieldNameSize} bytes`,
  LIMIT_FIELD_NESTING: asList,
  LIMIT_FIELD_ARRAY_INDEX: asList,
  INVALID_FIELD_NAME: asList,
}

const malformed = (cause: unknown) =>
  new ServiceError('invalid_request', 'The form is not valid multipart/form-data.', { cause })

/** Converts errors of multer and busboy to `ServiceError`. Errors of the media store already are. */
function errorOf(error: unknown, limits: FileLimits): unknown {
  if (error instanceof ServiceError) return error
  if (!(error instanceof MulterError)) return malformed(error)
  const exceeded = overLimit[error.code]?.(limits)
  const problem = exceeded ?? wrongName[error.code]
  if (problem === undefined) return malformed(error)
  const field = error.field?.slice(0, fieldLimits.fieldNameSize).toWellFormed()
  const isTooLarge = exceeded !== undefined && !tooMany.has(error.code)
  const about = field ?? `The form is ${isTooLarge ? 'too large' : 'not valid'}`
  return new ServiceError('invalid_request', `${about}: ${problem}.`, {
    ...(isTooLarge && { status: 413 }),
    details: [{ path: field === undefined ? [] : [field], message: problem }],
    cause: error,
  })
}

/** Counts the bytes of a form, because chunked bodies announce no length, and rejects it above the maximum. */
function limitBytes(req: IncomingMessage, maxBytes: number, rejectForm: (error: ServiceError) => void): void {
  let received = 0
  req.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (received <= maxBytes) return
    const message = `The body is too large: at most ${maxBytes} bytes are taken.`
    rejectForm(new ServiceError('invalid_request', message, { status: 413 }))
  })
}

/** Rejects parts that the parser would silently ignore. */
function watchParts(req: IncomingMessage, textBytes: number, rejectForm: (error: unknown) => void): void {
  const boundary = boundaryOf(req.headers['content-type'] ?? '')
  if (boundary === null) return
  const watch = new PartWatch(boundary, textBytes)
  const look = (chunk: Buffer) => {
    try {
      watch.push(chunk)
    } catch (error) {
      req.off('data', look)
      rejectForm(error)
    }
  }
  req.on('data', look)
}

/** A request with the properties that multer adds: fields and files. */
type Parsed = IncomingMessage & { body?: Readonly<Record<string, unknown>>; files?: unknown }

const filesOf = ({ files }: Parsed): FormFile[] => (Array.isArray(files) ? files : [])

/** The parser of a form. It needs only the headers and bytes of a request, although multer's types require Express. */
interface Parser {
  parse(req: Parsed, res: ServerResponse, done: (error?: unknown) => void): void
}

/** Parses a form. Rejects at once, without waiting for multer: multer reads the rest, and its files are deleted. */
function receiveParts(
  { req, res }: { req: Parsed; res: ServerResponse },
  { storage, abandon, files, fileBytes, fieldBytes, textBytes, maxBytes, signal }: FormOptions & Receiver,
): Promise<Form> {
  const parts = fieldLimits.fields + files
  const limits = { ...fieldLimits, fieldSize: fieldBytes, files, fileSize: fileBytes, parts }
  const parser: Parser = { parse: multer({ storage, limits }).any() }
  return new Promise<Form>((resolve, reject) => {
    let rejected = false
    const rejectForm = (reason: unknown) => {
      rejected = true
      reject(reason)
    }
    const abort = () => rejectForm(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    parser.parse(req, res, (error) => {
      signal.removeEventListener('abort', abort)
      if (error) reject(errorOf(error, { files, fileBytes, fieldBytes }))
      else if (rejected) abandon(filesOf(req))
      else resolve({ fields: req.body ?? {}, files: filesOf(req) })
    })
    limitBytes(req, maxBytes, rejectForm)
    watchParts(req, textBytes, rejectForm)
  })
}

/**
 * Returns what multer stores the files of a form with: in the media store, unless a file is the JSON part or a
 * reference.
 */
function storageOf(req: IncomingMessage, backend: Backend, options: FormOptions): StorageEngine {
  const { grant, row, fileBytes: maxFileBytes, reservation } = options
  const engine = backend.service.uploadStorage<IncomingMessage>(backend.context, { maxFileBytes, reservation })
  return {
    _handleFile(sent, file, done) {
      if (row.formPart !== undefined && file.fieldname === row.formPart) {
        readJsonPart(file).then((json) => done(null, { json }), done)
        return
      }
      if (!isReference(file.mimetype)) return engine._handleFile(sent, file, done)
      readReference(file, { backend, grant, row }).then(
        (staged) => done(null, { staged }),
        (error: unknown) => {
          // The rest of the part must be read, or the form stalls and no response can be sent.
          file.stream.resume()
          done(error)
        },
      )
    },
    _removeFile: (_req, file, done) =>
      engine._removeFile(req, file, (error) => done(error instanceof Error ? error : null)),
  }
}

/**
 * Receives a multipart form. Files are streamed into the media store; fields are kept as strings until `complete` of
 * the result is called with the platform, by whose schema they are typed.
 * @throws ServiceError `invalid_request` for a form that is malformed (400) or too large (413), an error of the media
 *   store, or that of a part that refers to an upload which cannot be used. The reason of `signal` if it aborts
 */
export async function receiveForm(
  { req, res }: { req: IncomingMessage; res: ServerResponse },
  backend: Backend,
  options: FormOptions,
): Promise<Received> {
  const { service, context } = backend
  const { row } = options
  const discard = (files: readonly FormFile[]) =>
    service.discardUploads(
      context,
      // The JSON part has no file.
      files.flatMap(({ json, staged }) => (json === undefined ? staged : [])),
    )
  const storage = storageOf(req, backend, options)
  const abandon = (files: readonly FormFile[]) => {
    discard(files).catch((error: unknown) => context.log.warn({ err: error }, 'files of a rejected form not discarded'))
  }
  const received = await receiveParts({ req, res }, { ...options, storage, abandon })
  const { form, part } = splitPart(row, received)
  const isEmpty = form.files.length === 0 && Object.keys(form.fields).length === 0
  const placed = (fields: Readonly<Record<string, unknown>>) => {
    if (row.routedBy === undefined) return fields
    return isEmpty ? {} : { [row.routedBy]: fields }
  }
  return {
    kind: 'form',
    head: placed(routingFieldsOf(form)),
    complete(platform) {
      const variant = platform === undefined ? undefined : options.variants[platform]
      const body = placed(variant === undefined ? form.fields : assembleVariant(form, variant))
      return row.formPart === undefined ? body : { ...jsonPart(row, part), ...body }
    },
    bodyHash: null,
    discard: () => discard(form.files),
  }
}

/** Separates the JSON part of a form, which may be sent as a field or as a file, from its other parts. */
function splitPart({ formPart }: Operation, { fields, files }: Form): { form: Form; part: unknown } {
  if (formPart === undefined) return { form: { fields, files }, part: undefined }
  const { [formPart]: sent, ...others } = fields
  const [asFiles, media] = [
    files.filter(({ json }) => json !== undefined),
    files.filter(({ json }) => json === undefined),
  ]
  const parts = [...(sent === undefined ? [] : [sent].flat()), ...asFiles.map(({ json }) => json)]
  return { form: { fields: others, files: media }, part: parts.length > 1 ? parts : parts[0] }
}
