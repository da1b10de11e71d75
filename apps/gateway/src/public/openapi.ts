import { createHash } from 'node:crypto'
import { openApiDocument } from '@carillon/contract'
import type { RequestHandler } from 'express'

interface Document {
  /** All responses refer to the same bytes. */
  bytes: Buffer
  etag: string
}

function makeDocument(serverUrl: string): Document {
  const bytes = Buffer.from(JSON.stringify(openApiDocument({ serverUrl })))
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
}

/** Serves the OpenAPI document, which is built at the first request, with an `ETag` for conditional requests. */
export function openApi({ publicUrl }: { publicUrl: string }): RequestHandler {
  let built: Document | undefined
  return (req, res) => {
    built ??= makeDocument(publicUrl)
    const { bytes, etag } = built
    res.setHeader('ETag', etag)
    res.setHeader('Cache-Control', 'public, max-age=300')
    const known = req.headers['if-none-match']?.split(',').map((tag) => tag.trim())
    if (known?.includes(etag)) res.status(304).end()
    else res.type('json').send(bytes)
  }
}
