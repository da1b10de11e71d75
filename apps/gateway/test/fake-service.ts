import { createHash } from 'node:crypto'
import { type OperationId, operationIds } from '@carillon/contract'
import { ServiceError } from '@carillon/errors'
import type { Request } from 'express'
import type { Ending, Service, UseRequest } from '../src/service.ts'
import { stagedFile } from './staged-file.ts'

export const key = 'carillon_test'
export const boundKey = 'carillon_bound'
const organizationId = '0199d1b2-0000-7000-8000-00000000000a'
const keyId = '0199d1b2-0000-7000-8000-00000000000b'
export const profileId = '0199d1b2-0000-7000-8000-00000000000c'
export const accountId = '0199d1b2-0000-7000-8000-00000000000d'

const ending: Ending = { status: 'completed', platform: 'x', redirectTo: null, error: null }

export interface Seen {
  calls: { id: string; input: unknown; requestId: string; address: unknown }[]
  staged: number
  discarded: number
  slots: number
}

async function textOf(stream: AsyncIterable<Uint8Array>, maxBytes: number, signal: AbortSignal): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  const iterator = stream[Symbol.asyncIterator]()
  const aborted = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  for (;;) {
    const { done, value } = await Promise.race([iterator.next(), aborted])
    if (done) return Buffer.concat(chunks).toString()
    bytes += value.length
    if (bytes > maxBytes) throw new ServiceError('invalid_request', 'The body is too large.', { status: 413 })
    chunks.push(value)
  }
}

function stage(seen: Seen): (name: string, value: unknown) => unknown {
  return (name, value) => {
    if (name !== 'base64' || typeof value !== 'string') return value
    seen.staged++
    return stagedFile({
      encodedLength: value.length,
      validBase64: /^[A-Za-z0-9+/]*={0,2}$/.test(value) && value.length % 4 === 0,
    })
  }
}

/** The service as far as the doors of the gateway need it, noting what reaches it. */
export function fakeService(): { service: Service; seen: Seen } {
  const seen: Seen = { calls: [], staged: 0, discarded: 0, slots: 0 }
  const useCase =
    (id: OperationId) =>
    async (_context: unknown, { input, requestId, address }: UseRequest) => {
      seen.calls.push({ id, input, requestId, address })
      return id === 'posts.delete' ? { status: 204 } : { status: 200, body: { done: id } }
    }
  const useCases = Object.fromEntries(operationIds.map((id) => [id, useCase(id)])) as Service['useCases']
  const service: Service = {
    useCases,
    async authenticate(_context, header) {
      if (header !== `Bearer ${key}` && header !== `Bearer ${boundKey}`)
        throw new ServiceError('unauthorized', 'No key.')
      return { keyId, scope: { organizationId, profileId: header.endsWith(boundKey) ? profileId : null } }
    },
    takeRequest: async () => ({ allowed: true, limit: 600, remaining: 599, resetSeconds: 42 }),
    async resolveAddress(_context, _grant, named, addressing) {
      if (addressing === 'none') return null
      if (!named.profileId && !named.accountId) {
        if (addressing === 'optional') return null
        throw new ServiceError('profile_required', 'Name a profile.')
      }
      if (named.profileId && named.profileId !== profileId) throw new ServiceError('profile_not_found', 'No profile.')
      if (named.accountId && named.accountId !== accountId) throw new ServiceError('account_not_found', 'No account.')
      return { profileId, accountId: named.accountId ?? null }
    },
    async receiveJson(_context, stream, { maxBytes, media, signal }) {
      const text = await textOf(stream, maxBytes, signal)
      try {
        const value: unknown = media ? JSON.parse(text, stage(seen)) : JSON.parse(text)
        const discard = async () => {
          seen.discarded = seen.staged
        }
        return { value, bodyHash: createHash('sha256').update(text).digest(), discard }
      } catch {
        throw new ServiceError('invalid_request', 'The body is not valid JSON: it ends too early at byte 3.')
      }
    },
    uploadStorage: () => ({
      _handleFile(_req: Request, file, done) {
        let bytes = 0
        file.stream.on('data', (chunk: Buffer) => {
          bytes += chunk.length
        })
        file.stream.on('error', done)
        file.stream.on('end', () => {
          seen.staged++
          const encodedLength = Math.ceil(bytes / 3) * 4
          done(null, {
            id: `file-${seen.staged}`,
            bytes,
            encodedLength,
            validBase64: true,
            sha256: '',
            sniffed: null,
          } as object)
        })
      },
      _removeFile(_req, _file, done) {
        seen.discarded++
        done(null)
      },
    }),
    async admitUpload() {
      seen.slots++
      return { release: () => seen.slots-- }
    },
    completeConnection: async () => ending,
    describeSelection: async () => ({ platform: 'facebook', organizationName: 'Acme', choices: [] }),
    completeSelection: async () => ending,
    clientDocument: async () => null,
    openPublicMedia: async () => null,
    readiness: async () => ({ database: true, migrations: true }),
  }
  return { service, seen }
}
