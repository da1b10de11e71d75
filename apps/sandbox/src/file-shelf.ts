import { createHash } from 'node:crypto'
import { type Response, Router } from 'express'
import sharp from 'sharp'
import type { HeldMedia } from './network.ts'
import { readVideoSize } from './video-size.ts'

/** The bytes that the networks hold, by their SHA-256. */
export interface FileShelf {
  keep(bytes: Buffer, contentType: string, altText?: string | null): Promise<HeldMedia>
  router: Router
}

const PULL_LIMIT_BYTES = 512 * 1024 * 1024
const PULL_TIMEOUT_MS = 60_000

/** Image size in pixels as a viewer sees it, or nulls when the bytes are neither image nor video. */
export async function measure(bytes: Buffer): Promise<{ width: number | null; height: number | null }> {
  const video = readVideoSize(bytes)
  if (video !== undefined) return { width: video.width, height: video.height }
  try {
    const { autoOrient } = await sharp(bytes).metadata()
    return { width: autoOrient.width, height: autoOrient.height }
  } catch {
    return { width: null, height: null }
  }
}

function show(response: Response, file: { bytes: Buffer; contentType: string } | undefined): void {
  if (file === undefined) return void response.status(404).json({ error: 'not_found', message: 'No such file' })
  response.set({ 'X-Content-Type-Options': 'nosniff', 'Content-Security-Policy': "default-src 'none'; sandbox" })
  response.type(file.contentType).send(file.bytes)
}

/** An empty shelf whose files are shown under `url`, at which the frame mounts `router`. */
export function createFileShelf(url: string): FileShelf {
  const files = new Map<string, { bytes: Buffer; contentType: string }>()
  const router = Router()
  router.get('/:sha256', (request, response) => show(response, files.get(request.params.sha256)))
  return {
    router,
    async keep(bytes, contentType, altText = null) {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      files.set(sha256, { bytes, contentType })
      return { contentType, bytes: bytes.length, sha256, ...(await measure(bytes)), altText, url: `${url}/${sha256}` }
    },
  }
}

/** Fetches a public link as a network's crawler does: redirects followed, 512 MiB and a minute at most, 200 or an error. */
export async function pull(url: string): Promise<{ bytes: Buffer; contentType: string }> {
  const response = await fetch(url, { signal: AbortSignal.timeout(PULL_TIMEOUT_MS) })
  if (response.status !== 200 || response.body === null) {
    await response.body?.cancel()
    throw new Error(`${new URL(url).origin} answered ${response.status}`)
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
