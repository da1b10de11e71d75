import { operationIds, operationMarkdown, operationRow, referencePages } from '@carillon/contract'
import { platforms } from '@carillon/domain'
import type { Backend } from '../../backend.ts'
import { type HandlerFactory, type Route, routeNotFound } from '../../route.ts'
import { integrationMarkdown } from './integration-guide.ts'
import { runbooksMarkdown } from './runbooks-page.ts'
import { skillPage } from './skill-page.ts'

/** Returns a Markdown page without the note for its authors, and with links that work under `/docs`. */
function servedAs(markdown: string): string {
  return markdown
    .replace(/^<!--.*-->\s*/, '')
    .replaceAll('(openapi.json)', '(/api/v1/openapi.json)')
    .replace(/\((\w+\.md)(?=[)#])/g, '(/docs/$1')
}

const pages = (): Readonly<Record<string, string>> => referencePages()
const page = (name: string) => servedAs(pages()[name] ?? '')

const operationLinks = () =>
  operationIds.map((id) => `- [${id}](/docs/operations/${id}.md): ${operationRow(id).summary}`).join('\n')

/** Builds the index for assistants that read documentation. @see https://llmstxt.org (read 2026-11-25) */
const index = () => `# Carillon

> One REST API over ${platforms.length} social networks: publish, comments, messages, analytics and ads, self-hosted. It never publishes twice.

Every page under /docs has a twin in Markdown, at its path with .md. [All of it in one file](/llms-full.txt).

## Start

- [Your first integration](/docs/first-integration.md): a connect button in an app, posts, events and errors
- [Skill](/docs/skill.md): how an assistant works with Carillon by MCP
- [Errors](/docs/errors.md): every code, and whether to retry
- [Capabilities](/docs/capabilities.md): what each platform supports
- [Events](/docs/events.md): what is delivered to webhooks and listed in the feed
- [Runbooks](/docs/runbooks.md): what an operator does about each alert
- [OpenAPI](/api/v1/openapi.json): the fields of all operations

## Operations

${operationLinks()}
`

const overview = () => `# Carillon API\n\n${operationLinks()}\n`

const everything = ({ publicUrl }: Backend) =>
  [
    index(),
    integrationMarkdown(publicUrl),
    skillPage,
    ...['errors.md', 'capabilities.md', 'events.md', 'operations.md'].map(page),
  ].join('\n\n')

/** Builds a handler that renders its text at the first request and keeps it. */
const once =
  (type: string, make: (backend: Backend) => string): HandlerFactory =>
  (backend) => {
    let text: string | undefined
    return (_req, res) => {
      text ??= make(backend)
      res.setHeader('Cache-Control', 'no-cache')
      res.type(type).send(text)
    }
  }

const operation: HandlerFactory = () => (req, res, next) => {
  const id = operationIds.find((one) => one === req.params['operation'])
  if (id === undefined) return routeNotFound(req, res, next)
  res.setHeader('Cache-Control', 'no-cache')
  res.type('text/markdown').send(operationMarkdown(id))
}

const markdown = (make: () => string) => once('text/markdown', make)

/** The routes of the documentation as Markdown: copies of its pages, their index, and files for assistants. */
export const markdownRoutes: readonly Route[] = [
  { path: '/llms.txt', headers: 'docs', get: once('text/plain', index) },
  { path: '/llms-full.txt', headers: 'docs', get: once('text/plain', everything) },
  { path: '/docs.md', headers: 'docs', get: markdown(overview) },
  { path: '/docs/skill.md', headers: 'docs', get: markdown(() => skillPage) },
  {
    path: '/docs/first-integration.md',
    headers: 'docs',
    get: once('text/markdown', ({ publicUrl }) => integrationMarkdown(publicUrl)),
  },
  { path: '/docs/errors.md', headers: 'docs', get: markdown(() => page('errors.md')) },
  { path: '/docs/capabilities.md', headers: 'docs', get: markdown(() => page('capabilities.md')) },
  { path: '/docs/events.md', headers: 'docs', get: markdown(() => page('events.md')) },
  { path: '/docs/runbooks.md', headers: 'docs', get: markdown(runbooksMarkdown) },
  { path: '/docs/operations.md', headers: 'docs', get: markdown(() => page('operations.md')) },
  { path: '/docs/operations/:operation.md', headers: 'docs', get: operation },
]
