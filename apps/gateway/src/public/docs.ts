import { readFileSync } from 'node:fs'
import { operationIds } from '@carillon/contract'
import type { RequestHandler } from 'express'
import type { Backend } from '../backend.ts'
import { sessionToken } from '../dashboard/session-cookie.ts'
import { type Route, routeNotFound } from '../route.ts'
import { type ApiDocument, readDocument } from './docs/document.ts'
import { capabilitiesPage, errorsPage, overviewPage } from './docs/guide-pages.ts'
import { integrationPage } from './docs/integration-page.ts'
import { type DocsPage, renderDocs } from './docs/layout.ts'
import { markdownRoutes } from './docs/markdown-routes.ts'
import { operationPage } from './docs/operation-page.ts'
import { runbooksPage } from './docs/runbooks-page.ts'
import { searchEntries } from './docs/search-entries.ts'

/** The parsed OpenAPI document of each gateway, used by all pages. */
const documents = new WeakMap<Backend, ApiDocument>()

function documentOf(backend: Backend): ApiDocument {
  const held = documents.get(backend) ?? readDocument(backend.publicUrl)
  documents.set(backend, held)
  return held
}

/** Builds a handler that renders its text at the first request and keeps it. */
function once(type: string, make: () => string): RequestHandler {
  let text: string | undefined
  return (_req, res) => {
    text ??= make()
    res.setHeader('Cache-Control', 'no-cache')
    res.type(type).send(text)
  }
}

const file = (name: string) => readFileSync(new URL(`./docs/browser/${name}`, import.meta.url), 'utf8')

const guide = (make: (document: ApiDocument, publicUrl: string) => DocsPage) => (backend: Backend) =>
  once('html', () => renderDocs(documentOf(backend), make(documentOf(backend), backend.publicUrl)))

function operations(backend: Backend): RequestHandler {
  const pages = new Map<string, string>()
  const [mediaOrigin = null] = backend.context.config.media.allowedOrigins
  const options = { publicUrl: backend.publicUrl, mediaOrigin }
  return (req, res, next) => {
    const id = operationIds.find((one) => one === req.params['operation'])
    const document = documentOf(backend)
    const operation = document.operations.find((one) => one.id === id)
    if (id === undefined || operation === undefined) return routeNotFound(req, res, next)
    const text = pages.get(id) ?? renderDocs(document, operationPage(operation, document, { ...options, id }))
    pages.set(id, text)
    res.setHeader('Cache-Control', 'no-cache')
    res.type('html').send(text)
  }
}

/**
 * Responds whether the browser sent a dashboard session cookie, which scripts cannot read. Only then does the page send
 * requests with the session; whether the session is valid shows in their responses.
 */
const access =
  (backend: Backend): RequestHandler =>
  (req, res) => {
    res.setHeader('Cache-Control', 'no-store')
    res.json({ hasSession: sessionToken(req, backend) !== undefined })
  }

/** The routes of the API reference: its pages, search index, style sheet and scripts, all served by the gateway. */
export const docsRoutes: readonly Route[] = [
  // Before the pages of operations, whose ids can end with anything.
  ...markdownRoutes,
  { path: '/docs{/}', headers: 'docs', get: guide(overviewPage) },
  {
    path: '/docs/first-integration',
    headers: 'docs',
    get: guide((_document, publicUrl) => integrationPage(publicUrl)),
  },
  { path: '/docs/errors', headers: 'docs', get: guide(errorsPage) },
  { path: '/docs/capabilities', headers: 'docs', get: guide(capabilitiesPage) },
  { path: '/docs/runbooks', headers: 'docs', get: guide(runbooksPage) },
  { path: '/docs/operations/:operation', headers: 'docs', get: operations },
  {
    path: '/docs/search.json',
    headers: 'docs',
    get: (backend) => once('json', () => JSON.stringify(searchEntries(documentOf(backend)))),
  },
  { path: '/docs/access.json', headers: 'docs', get: access },
  { path: '/docs/docs.css', headers: 'docs', get: () => once('css', () => file('docs.css')) },
  { path: '/docs/docs.js', headers: 'docs', get: () => once('js', () => file('docs.js')) },
  { path: '/docs/snippets.js', headers: 'docs', get: () => once('js', () => file('snippets.js')) },
  { path: '/docs/request.js', headers: 'docs', get: () => once('js', () => file('request.js')) },
]
