import type { RequestHandler, Response } from 'express'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes a string for use between tags and in quoted attributes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? '')
}

/** Trusted HTML, as built by the tag `html`; it is not escaped again. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

function textOf(value: string | Html | readonly Html[]): string {
  if (value instanceof Html) return value.text
  return typeof value === 'string' ? escapeHtml(value) : value.map(textOf).join('')
}

/** A template tag that builds HTML. Values are escaped, unless they are `Html` themselves. */
export function html(parts: TemplateStringsArray, ...values: (string | Html | readonly Html[])[]): Html {
  return new Html(String.raw({ raw: parts }, ...values.map(textOf)))
}

const pageStyle = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
html { background: light-dark(#fafaf9, #131415); color: light-dark(#1a1b1e, #e6e7e9) }
body { margin: 12vh auto 2rem; max-width: 32rem; padding: 0 1rem }
main { padding: 1.75rem; border-radius: .75rem; border: 1px solid light-dark(#e4e4e2, #2e3033); background: light-dark(#fff, #191a1c); overflow-wrap: anywhere }
main > :last-child { margin-bottom: 0 }
h1 { margin: 0 0 .75rem; font-size: 1.375rem; line-height: 1.3 }
p { margin: 0 0 1rem }
fieldset { border: 0; margin: 0 0 1.25rem; padding: 0 }
label { display: flex; gap: .75rem; align-items: baseline; padding: .625rem 0; border-top: 1px solid light-dark(#e4e4e2, #2e3033); cursor: pointer }
small { color: light-dark(#5c636b, #a4a9b0) }
a { color: light-dark(#8a5614, #e3b176) }
h2 { margin: 0 0 .5rem; font-size: 1.0625rem }
section { padding: 1rem 0; border-top: 1px solid light-dark(#e4e4e2, #2e3033) }
ul { margin: 0 0 .75rem; padding-left: 1.25rem }
input:not([type]) { font: inherit; min-width: 0; flex: 1; padding: .375rem .5rem; border-radius: .375rem; border: 1px solid light-dark(#868e96, #868e96); background: light-dark(#fff, #131415); color: inherit }
section label { border: 0 }
.logo { display: block; max-width: 12rem; max-height: 4rem; margin: 0 0 1rem; object-fit: contain }
button { font: inherit; font-weight: 600; padding: .5rem 1.25rem; border: 0; border-radius: .5rem; background: #8a5614; color: #fff; cursor: pointer }
button:disabled { background: light-dark(#e9ecef, #2e3033); color: light-dark(#5c636b, #a4a9b0); cursor: default }
:focus-visible { outline: 2px solid light-dark(#8a5614, #e3b176); outline-offset: 2px }
.rows { margin: 0 0 .75rem; padding: 0; list-style: none }
.rows li { display: flex; gap: 1rem; justify-content: space-between; padding: .5rem 0; border-top: 1px solid light-dark(#e4e4e2, #2e3033) }
.rows li:first-child { border-top: 0 }
.rows :is(span, small) { text-align: right; font-variant-numeric: tabular-nums }
.rows :is(a, span) { flex: none }
.up::before, .slow::before, .down::before, .quiet::before { content: ''; display: inline-block; width: .5rem; height: .5rem; margin-right: .5rem; border-radius: 50%; background: #868e96 }
.up::before { background: light-dark(#2b8a3e, #69c97d) }
.slow::before { background: light-dark(#b35900, #f0a04b) }
.down::before { background: light-dark(#c2201f, #ff8a87) }
[role=alert] { border-left: .25rem solid #c2201f; padding-left: .75rem }
`

/** Serves the style sheet of the pages that the gateway renders. */
export const pageStyleSheet: RequestHandler = (_req, res) => {
  res.setHeader('Cache-Control', 'public, max-age=3600')
  res.type('css').send(pageStyle)
}

interface Page {
  status: number
  title: string
  body: Html
  /** The path of a further style sheet; null for none. */
  stylesheet?: string | null
}

/**
 * Sends an HTML page with a title and body, and forbids caches to store it, because its URL may contain a secret.
 * `stylesheet` is the path of a style sheet in addition to `/page.css`; null for none.
 */
export function sendPage(res: Response, { status, title, body, stylesheet = null }: Page): void {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="/page.css">
${
  stylesheet === null
    ? ''
    : html`<link rel="stylesheet" href="${stylesheet}">
`
}</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`
  res.setHeader('Cache-Control', 'no-store')
  res.status(status).type('html').send(page.text)
}
