import { type Html, html } from '../page.ts'

/** Renders text with `code` in backticks as HTML paragraphs; an empty line begins a new one. */
export function prose(text: string): Html {
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '')
  return html`${paragraphs.map((paragraph) => html`<p>${inline(paragraph)}</p>`)}`
}

/** Renders one line of text with `code` in backticks as HTML, without a paragraph. */
export function inline(text: string): Html {
  const parts = text.split('`')
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}`
}
