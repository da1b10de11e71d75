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
html { background: light-dark(#fafaf9, #131415); color: light-dark(#17181a, #e9eaec) }
body { max-width: 34rem; margin: 8vh auto 2rem; padding: 0 1rem }
main { padding: 1.75rem; border-radius: .75rem; border: 1px solid light-dark(#e4e4e2, #2e3033); background: light-dark(#fff, #191a1c); overflow-wrap: anywhere }
h1 { margin: 0 0 .5rem; font-size: 1.375rem; line-height: 1.3 }
p { margin: 0 0 1rem } ul { margin: 0 0 1rem; padding-left: 1.25rem } a { color: light-dark(#8a5614, #e3b176) }
fieldset { border: 0; margin: 0 0 1.25rem; padding: 0 } legend { padding: 0; margin-bottom: .25rem; font-weight: 600 }
label { display: flex; gap: .625rem; align-items: baseline; padding: .375rem 0; cursor: pointer }
input { accent-color: #8a5614 }
button { font: inherit; font-weight: 600; margin: 0 .5rem .5rem 0; padding: .5rem 1.25rem; border: 1px solid light-dark(#ced4da, #45484c); border-radius: .5rem; background: light-dark(#fff, #232527); color: inherit; cursor: pointer }
button[value=approve] { border-color: #8a5614; background: #8a5614; color: #fff }
:focus-visible { outline: 2px solid light-dark(#8a5614, #e3b176); outline-offset: 2px }
footer { padding: .75rem 1.75rem; font-size: .8125rem; color: light-dark(#5c636b, #a4a9b0) }
pre { white-space: pre-wrap; overflow-wrap: anywhere }`

/**
 * Renders an HTML page whose footer says that the page is the sandbox's and not the network's. `title` is plain text,
 * `body` is HTML.
 */
export function renderPage(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main>${body}</main>
<footer>A page of the sandbox, in the place of the network’s own.</footer></body></html>`
}
