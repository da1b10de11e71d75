import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { apiPrefix } from '@carillon/contract'
import type { RequestHandler } from 'express'
import type { PublicRoute } from './public-route.ts'

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Carillon</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`

// The validator badge would be fetched from another host.
const start = `SwaggerUIBundle({ url: '${apiPrefix}/openapi.json', dom_id: '#swagger-ui', deepLinking: true, validatorUrl: null })\n`

const { resolve } = createRequire(import.meta.url)

/** A file of the package, read when it is asked for the first time. */
function bundled(name: string): () => Buffer {
  let bytes: Buffer | undefined
  return () => {
    bytes ??= readFileSync(resolve(`swagger-ui-dist/${name}`))
    return bytes
  }
}

const files = {
  '/docs': { type: 'html', bytes: () => Buffer.from(page) },
  '/docs/start.js': { type: 'js', bytes: () => Buffer.from(start) },
  '/docs/swagger-ui.css': { type: 'css', bytes: bundled('swagger-ui.css') },
  '/docs/swagger-ui-bundle.js': { type: 'js', bytes: bundled('swagger-ui-bundle.js') },
} as const

/** The API to read and try, all of it from this host. */
export const docsRoutes: readonly PublicRoute[] = Object.entries(files).map(([path, { type, bytes }]) => {
  const send: RequestHandler = (_req, res) => {
    res.setHeader('Cache-Control', 'public, max-age=3600')
    res.type(type).send(bytes())
  }
  return { path, headers: 'docs', get: () => send }
})
