const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

/** Reverses `escapeHtml`, for reading the forms of the sandbox's own pages. */
export function unescapeHtml(html: string): string {
  return html.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => {
    return Object.keys(ENTITIES).find((character) => ENTITIES[character] === entity) ?? entity
  })
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
article, form { border: 1px solid #8886; border-radius: .5rem; padding: .75rem 1rem; margin: .75rem 0 }
img, video { max-width: 12rem; max-height: 12rem; border-radius: .25rem; margin: .25rem .25rem 0 0 }
label { display: block } .own { text-align: right } button { font: inherit; margin: .5rem .5rem 0 0 }
small, summary { opacity: .75 } pre { white-space: pre-wrap; overflow-wrap: anywhere } nav a { margin-right: 1rem }`

/** Renders an HTML page. `title` is plain text, `body` is HTML. */
export function renderPage(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body>${body}</body></html>`
}
