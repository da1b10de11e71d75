import { renderDocument } from '../start-page/document.ts'
import { html, type Markup, written } from '../start-page/markup.ts'
import type { Arrived } from './arrived.ts'

/** Returns a body as indented JSON, or unchanged if it is not JSON. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

function typeOf(body: string): string {
  try {
    const { type } = JSON.parse(body)
    return typeof type === 'string' ? type : 'a body without a type'
  } catch {
    return 'a body that is not JSON'
  }
}

function show({ at, path, headers, body, status }: Arrived): Markup {
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'content-type', 'user-agent']
  const own = Object.keys(headers).filter((name) => !names.includes(name))
  const shown = [...names, ...own].flatMap((name) =>
    headers[name] === undefined ? [] : [html`<div><dt>${name}</dt><dd>${written(headers[name])}</dd></div>`],
  )
  return html`<li id="arrived-${at}-${headers['webhook-id'] ?? ''}"><details><summary><strong>${typeOf(body)}</strong> <time datetime="${at}">${at.slice(11, 23)}</time> · <code>${path}</code> · responded with ${status}</summary>
<dl class="effects">${shown}</dl><pre>${indented(body)}</pre></details></li>`
}

/**
 * Renders the page with the received webhooks, newest first, as an HTML document. Without its script, the page can be
 * read but does not update itself.
 */
export function renderArrived(arrived: readonly Arrived[]): string {
  const list =
    arrived.length === 0
      ? html`<p class="note">Nothing has arrived yet. Create a webhook endpoint with the URL of this page.</p>`
      : html`<ul class="lines">${arrived.toReversed().map(show)}</ul>`
  const bar = html`<header class="bar"><a class="brand" href="/">Sandbox</a></header>`
  const view = html`<div class="title"><h1>Receiver</h1><p class="note">Webhooks of Carillon that were posted to <code>/receiver</code> or <code>/receiver/&lt;name&gt;</code>. <code>?status=503</code> and <code>?delayMs=2000</code> in the URL of the endpoint decide how this page responds. <a href="/receiver/deliveries">As JSON</a></p></div>
${list}`
  return renderDocument({ title: 'Receiver', bar, view })
}
