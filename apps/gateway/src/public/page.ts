import type { RequestHandler, Response } from 'express'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes a text for use between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? '')
}

/** Markup made by `html`. */
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

/** A template whose values are escaped unless they are markup. */
export function html(parts: TemplateStringsArray, ...values: (string | Html | readonly Html[])[]): Html {
  return new Html(String.raw({ raw: parts }, ...values.map(textOf)))
}

const pageStyle = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 12vh auto; max-width: 32rem; padding: 0 1rem }
h1 { font-size: 1.5rem; line-height: 1.25 }
fieldset { border: 0; margin: 0 0 1.5rem; padding: 0 }
label { display: flex; gap: .75rem; align-items: baseline; padding: .5rem 0 }
small { opacity: .7 }
button { font: inherit; padding: .5rem 1.25rem }
[role=alert] { border-left: .25rem solid; padding-left: .75rem }
`

/** Serves the style sheet of the pages that the gateway renders. */
export const pageStyleSheet: RequestHandler = (_req, res) => {
  res.setHeader('Cache-Control', 'public, max-age=3600')
  res.type('css').send(pageStyle)
}

/** Sends a page. Caches must not store it, because its URL contains a secret. */
export function sendPage(res: Response, { status, title, body }: { status: number; title: string; body: Html }): void {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="/page.css">
</head>
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
