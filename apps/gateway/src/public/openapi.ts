import { createHash } from 'node:crypto'
import { openApiDocument } from '@carillon/contract'
import type { RequestHandler } from 'express'

/** Serves the OpenAPI document, which is built once. Its ETag changes with its bytes. */
export function openApi({ publicUrl }: { publicUrl: string }): RequestHandler {
  const text = JSON.stringify(openApiDocument({ serverUrl: publicUrl }))
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  return (req, res) => {
    res.setHeader('ETag', etag)
    res.setHeader('Cache-Control', 'public, max-age=300')
    const known = req.headers['if-none-match']?.split(',').map((tag) => tag.trim())
    if (known?.includes(etag)) res.status(304).end()
    else res.type('json').send(text)
  }
}
