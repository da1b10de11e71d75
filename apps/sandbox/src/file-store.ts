import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Response, Router } from 'express'
import sharp from 'sharp'
import type { HeldMedia, PullOptions } from './network.ts'
import { readVideoSize } from './video-size.ts'

/** Stores the media files of the simulated networks by SHA-256, and serves them. */
export interface FileStore {
  /** Stores a file and returns its description, with the URL at which `router` serves the file. */
  keep(bytes: Buffer, contentType: string, altText?: string | null): Promise<HeldMedia>
  router: Router
  /** The content types of the files, which a snapshot stores and restores. The bytes are not part of the snapshot. */
  records: object
}

const PULL_LIMIT_BYTES = 512 * 1024 * 1024
const PULL_TIMEOUT_MS = 60_000

/** Returns the displayed width and height of an image or video in pixels; both are null for other bytes. */
async function measure(bytes: Buffer): Promise<{ width: number | null; height: number | null }> {
  const video = readVideoSize(bytes)
  if (video !== undefined) return { width: video.width, height: video.height }
  try {
    const { autoOrient } = await sharp(bytes).metadata()
    return { width: autoOrient.width, height: autoOrient.height }
  } catch {
    return { width: null, height: null }
  }
}

/** Stores bytes by SHA-256. */
interface Store {
  write(sha256: string, bytes: Buffer): Promise<void>
  read(sha256: string): Promise<Buffer>
}

function createMemoryStore(): Store {
  const files = new Map<string, Buffer>()
  return {
    write: async (sha256, bytes) => void files.set(sha256, bytes),
    read: async (sha256) => files.get(sha256) ?? Buffer.alloc(0),
  }
}

function createDiskStore(dir: string): Store {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  return {
    async write(sha256, bytes) {
      // A name of its own: several networks may get the same file at the same time.
      const part = join(dir, `${sha256}.${randomUUID()}.part`)
      await writeFile(part, bytes, { mode: 0o600 })
      await rename(part, join(dir, sha256))
    },
    read: (sha256) => readFile(join(dir, sha256)),
  }
}

/**
 * Creates a store of media files that are served below `url`, where `router` has to be mounted.
 * @param dir the folder for the files; null to keep them in memory
 */
export function createFileStore(url: string, dir: string | null = null): FileStore {
  const store = dir === null ? createMemoryStore() : createDiskStore(dir)
  /** The content types, keyed by SHA-256. */
  const types = new Map<string, string>()
  const router = Router()
  router.get('/:sha256', async (request, response: Response) => {
    const { sha256 } = request.params
    const contentType = types.get(sha256)
    if (contentType === undefined) {
      return void response.status(404).json({ error: 'not_found', message: 'No such file' })
    }
    response.set({ 'X-Content-Type-Options': 'nosniff', 'Content-Security-Policy': "default-src 'none'; sandbox" })
    response.type(contentType).send(await store.read(sha256))
  })
  return {
    router,
    records: { types },
    async keep(bytes, contentType, altText = null) {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      if (!types.has(sha256)) await store.write(sha256, bytes)
      types.set(sha256, contentType)
      return { contentType, bytes: bytes.length, sha256, ...(await measure(bytes)), altText, url: `${url}/${sha256}` }
    },
  }
}

/**
 * Fetches a public URL like a network's crawler. `contentType` has no parameters; without the header, it is
 * `application/octet-stream`.
 * @throws Error unless a response with status 200 and at most 512 MiB arrives within one minute, or for a redirect if
 *   `redirect` is `error`
 */
export async function pull(
  url: string,
  { redirect = 'follow' }: PullOptions = {},
): Promise<{ bytes: Buffer; contentType: string }> {
  const response = await fetch(url, { redirect, signal: AbortSignal.timeout(PULL_TIMEOUT_MS) })
  if (response.status !== 200 || response.body === null) {
    await response.body?.cancel()
    throw new Error(`${new URL(url).origin} responded with ${response.status}`)
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.length
    if (size > PULL_LIMIT_BYTES) throw new Error(`More than ${PULL_LIMIT_BYTES} bytes`)
    chunks.push(chunk)
  }
  const contentType = response.headers.get('content-type')?.split(';')[0]?.trim() ?? 'application/octet-stream'
  return { bytes: Buffer.concat(chunks), contentType }
}
