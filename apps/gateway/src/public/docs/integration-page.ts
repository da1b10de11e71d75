import { catalogueRow } from '@carillon/errors'
import { type Html, html } from '../page.ts'
import { type Block, integrationGuide } from './integration-guide.ts'
import type { DocsPage } from './layout.ts'
import { inline } from './prose.ts'

const link = /\[([^[\]]{1,200})\]\(([^()]{1,500})\)/

/** Renders text with `code` and [links](URL) as HTML. */
function linked(text: string): Html {
  const [before = '', label, url, ...rest] = text.split(link)
  if (label === undefined || url === undefined) return inline(text)
  const after = text.slice(before.length + label.length + url.length + '[]()'.length)
  return html`${inline(before)}<a href="${url}">${inline(label)}</a>${rest.length > 0 ? linked(after) : html``}`
}

function show(block: Block): Html {
  if ('heading' in block) return html`<h2>${block.heading}</h2>`
  if ('text' in block) return html`<p>${linked(block.text)}</p>`
  if ('code' in block) return html`<pre tabindex="0" role="region" aria-label="${block.label}">${block.code}</pre>`
  const rows = block.codes.map(
    ({ code, advice }) =>
      html`<div><dt><a href="/docs/errors#${code}"><code>${code}</code></a></dt><dd>${inline(catalogueRow(code).meaning)} ${inline(advice)}</dd></div>`,
  )
  return html`<section class="error"><dl>${rows}</dl></section>`
}

/**
 * Builds the page of the guide to a first integration, for the documentation that the gateway serves.
 * @param publicUrl the URL of the gateway, for its examples
 */
export function integrationPage(publicUrl: string): DocsPage {
  const { title, blocks } = integrationGuide
  const body = html`<article><h1>${title}</h1>${blocks(publicUrl).map(show)}</article>`
  return { title, path: '/docs/first-integration', body }
}
