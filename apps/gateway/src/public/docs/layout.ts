import { type Html, html } from '../page.ts'
import type { ApiDocument } from './document.ts'

/** The paths and titles of the reference's pages that are not about one operation, in the order of the navigation. */
export const guides = [
  { path: '/docs', title: 'Overview' },
  { path: '/docs/first-integration', title: 'Your first integration' },
  { path: '/docs/errors', title: 'Error codes' },
  { path: '/docs/capabilities', title: 'What each platform can do' },
  { path: '/docs/runbooks', title: 'Runbooks' },
] as const

/** Returns the path of an operation's page. */
export const operationPath = (id: string) => `/docs/operations/${id}`

/** Renders an HTTP method as a coloured label. */
export function methodLabel(method: string): Html {
  return html`<span class="method ${method}">${method.toUpperCase()}</span>`
}

function navigation({ tags, operations }: ApiDocument, current: string): Html {
  const link = (path: string, label: Html) =>
    path === current
      ? html`<li><a href="${path}" aria-current="page">${label}</a></li>`
      : html`<li><a href="${path}">${label}</a></li>`
  const sections = tags.map(({ name }) => {
    const links = operations
      .filter(({ tag }) => tag === name)
      .map(({ id, method, summary }) => link(operationPath(id), html`<span>${summary}</span>${methodLabel(method)}`))
    return html`<section><h2>${name}</h2><ul>${links}</ul></section>`
  })
  return html`<nav id="contents" aria-label="Reference"><section><h2>Start</h2><ul>
${guides.map(({ path, title }) => link(path, html`<span>${title}</span>`))}</ul></section>${sections}</nav>`
}

/** The form in which a reader enters the API key for sending examples. It works only with the page's script. */
const keyForm = html`<details id="key"><summary><span id="key-state">API key</span></summary>
<form id="key-form">
<label for="key-input">API key</label>
<input id="key-input" type="password" autocomplete="off" spellcheck="false" required>
<p class="note">Examples are sent with it, to this origin only. It is kept in the memory of this page and forgotten when
the page is closed.</p>
<button type="submit">Use this key</button>
<p id="key-notice" role="status"></p>
</form></details>`

export interface DocsPage {
  title: string
  path: string
  body: Html
}

/**
 * Renders a whole page of the reference as HTML, with navigation and search. It can be read without scripts; search and
 * sending examples need them.
 */
export function renderDocs(document: ApiDocument, { title, path, body }: DocsPage): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · ${document.title} API</title>
<link rel="stylesheet" href="/docs/docs.css">
<script src="/docs/docs.js" type="module"></script>
</head>
<body>
<a class="skip" href="#page">Skip to the content</a>
<header class="bar">
<a class="brand" href="/docs">${document.title} <span>API</span></a>
<div class="search" role="search">
<input id="search" type="search" aria-label="Search the reference" placeholder="Search operations, fields and error codes" autocomplete="off" spellcheck="false" aria-controls="results">
<kbd aria-hidden="true">/</kbd>
</div>
<button id="menu" type="button" aria-expanded="false" aria-controls="side">Contents</button>
${keyForm}
</header>
<div class="frame">
<div id="side" class="side">
<section id="results" aria-label="Found" hidden></section>
<p id="found" class="visually-hidden" role="status"></p>
${navigation(document, path)}
</div>
<main id="page" tabindex="-1">
${body}
</main>
</div>
</body>
</html>
`.text
}
