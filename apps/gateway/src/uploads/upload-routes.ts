import type { IncomingMessage, ServerResponse } from 'node:http'
import { apiPrefix } from '@carillon/contract'
import { limits, type Upload } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { RequestHandler } from 'express'
import { authenticate } from '../authenticate.ts'
import type { Backend } from '../backend.ts'
import { requireScope } from '../bind.ts'
import { onlyHeader } from '../only-header.ts'
import { beginAudit, noteOutput } from '../request-audit.ts'
import { stateOf } from '../request-state.ts'
import type { HandlerFactory, Route } from '../route.ts'
import type { Grant } from '../service.ts'
import { receivePiece, uploadScope } from './receive-piece.ts'
import {
  bytesIn,
  checksumAlgorithms,
  metadataOf,
  namesIn,
  publishedFileIn,
  requireTus,
  tusExtensions,
  tusVersion,
} from './tus-headers.ts'

interface TusRequest {
  req: IncomingMessage
  res: ServerResponse
  backend: Backend
  grant: Grant
  uploadId: string
}

function end(res: ServerResponse, status: number, headers: Readonly<Record<string, string | number>> = {}): void {
  res.writeHead(status, headers).end()
}

const expiry = ({ expiresAt }: Upload) => ({ 'Upload-Expires': new Date(expiresAt).toUTCString() })

/**
 * Builds a handler of the tus protocol: it authenticates the request as for an operation and checks the version.
 * @param action the name of the request in the audit log; absent for reads, which have no entry there
 */
function tus(handle: (request: TusRequest) => Promise<void>, action?: string): HandlerFactory {
  return (backend): RequestHandler =>
    async (req, res) => {
      stateOf(req).action = action ?? null
      stateOf(req).params = req.params
      const grant = await authenticate(req, res, backend)
      requireScope(uploadScope, grant)
      requireTus(req, res)
      const { uploadId } = req.params
      if (action !== undefined) await beginAudit(req, backend, { grant, action, params: req.params })
      await handle({ req, res, backend, grant, uploadId: typeof uploadId === 'string' ? uploadId : '' })
    }
}

async function create({ req, res, backend, grant }: TusRequest): Promise<void> {
  if (Number(req.headers['content-length'] ?? 0) > 0 || req.headers['transfer-encoding'] !== undefined) {
    throw new ServiceError('invalid_request', 'An upload is created without a body. Send its bytes with PATCH.')
  }
  const bytes = bytesIn(req, 'Upload-Length')
  if (bytes === 0) throw new ServiceError('invalid_request', 'Upload-Length: a file has at least one byte.')
  const { service, context } = backend
  const [announced, published] = [{ bytes, ...namesIn(req) }, publishedFileIn(req)]
  const upload = published
    ? await service.uploadFromPublish(context, grant, announced, published)
    : await service.createUpload(context, grant, announced)
  noteOutput(req, { input: { params: {}, body: null }, status: 201, body: { uploadId: upload.uploadId } })
  end(res, 201, {
    Location: `${apiPrefix}/uploads/${upload.uploadId}`,
    ...(published && { 'Upload-Offset': upload.received }),
    ...expiry(upload),
  })
}

async function show({ res, backend, grant, uploadId }: TusRequest): Promise<void> {
  const named = await backend.service.readNamedUpload(backend.context, grant, uploadId)
  const { received, bytes } = named.upload
  const headers = { 'Upload-Offset': received, 'Upload-Length': bytes, ...metadataOf(named), ...expiry(named.upload) }
  end(res, 200, headers)
}

async function append({ req, res, backend, grant, uploadId }: TusRequest): Promise<void> {
  const upload = await receivePiece({ req, res }, { backend, grant, uploadId })
  end(res, 204, { 'Upload-Offset': upload.received, ...expiry(upload) })
}

async function remove({ res, backend, grant, uploadId }: TusRequest): Promise<void> {
  await backend.service.deleteUpload(backend.context, grant, uploadId)
  end(res, 204)
}

/** Handles POST with the method in a header, for clients that cannot send PATCH and DELETE. */
async function override(request: TusRequest): Promise<void> {
  const method = onlyHeader(request.req, 'x-http-method-override')
  if (method === 'PATCH') return append(request)
  if (method === 'DELETE') return remove(request)
  throw new ServiceError('method_not_allowed', 'POST stands for PATCH or DELETE here, named in X-HTTP-Method-Override.')
}

const options: HandlerFactory =
  (backend): RequestHandler =>
  async (req, res) => {
    await authenticate(req, res, backend)
    end(res, 204, {
      'Tus-Resumable': tusVersion,
      'Tus-Version': tusVersion,
      'Tus-Extension': tusExtensions.join(','),
      'Tus-Max-Size': limits.uploadBytes,
      'Tus-Checksum-Algorithm': checksumAlgorithms.join(','),
    })
  }

/** The route that creates uploads (tus protocol). */
export const uploadCollection: Route = { path: `${apiPrefix}/uploads`, post: tus(create, 'uploads.create'), options }

/**
 * The tus handlers of an existing upload, keyed by HTTP method in `of`: HEAD returns its offset and length in headers,
 * PATCH appends bytes, DELETE deletes it, and POST replaces PATCH or DELETE. They are mounted at `path` together with
 * the API's operation GET, which returns the upload as JSON.
 */
export const uploadMethods: { path: string; of: Omit<Route, 'path'> } = {
  path: '/uploads/{uploadId}',
  of: {
    head: tus(show),
    patch: tus(append, 'uploads.append'),
    delete: tus(remove, 'uploads.delete'),
    post: tus(override, 'uploads.override'),
    options,
  },
}
