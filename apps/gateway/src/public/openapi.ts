import { openApiDocument } from '@carillon/contract'
import type { RequestHandler } from 'express'
import { entityTag, namesTag } from '../service.ts'

interface Document {
  /** All responses refer to the same bytes. */
  bytes: Buffer
  etag: string
}

function makeDocument(serverUrl: string): Document {
  const json = JSON.stringify(openApiDocument({ serverUrl }))
  return { bytes: Buffer.from(json), etag: entityTag(json) }
}

/** Serves the OpenAPI document, which is built at the first request, with an `ETag` for conditional requests. */
export function openApi({ publicUrl }: { publicUrl: string }): RequestHandler {
  let built: Document | undefined
  return (req, res) => {
    built ??= makeDocument(publicUrl)
    const { bytes, etag } = built
    res.setHeader('ETag', etag)
    res.setHeader('Cache-Control', 'public, max-age=300')
    // Not `req.fresh`: `fetch` adds `Cache-Control: no-cache` to If-None-Match, with which it is false.
    if (namesTag(req.headers['if-none-match'], etag)) res.status(304).end()
    else res.type('json').send(bytes)
  }
}
