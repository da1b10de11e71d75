import type { JournalEntry } from '../journal.ts'
import { html, type Markup } from './markup.ts'
import { empty, type Place, paged } from './place.ts'

const PER_PAGE = 50

function showCall({ at, operation, method, path, status, fault }: JournalEntry): Markup {
  const good = status !== null && status < 400
  return html`<li><span class="status ${good ? 'good' : 'bad'}">${status === null ? '–' : status}</span>
<span class="call"><b>${operation ?? 'page'}</b> <code>${method} ${path}</code></span>
<span class="note">${at.slice(11, 19)}${fault === null ? '' : ` · fault ${fault}`}</span></li>`
}

/**
 * Renders a page of 50 calls that the network received, newest first. Times are in UTC, by the machine's clock, which
 * `POST /clock` does not move.
 */
export function showCalls({ place, calls }: { place: Place; calls: readonly JournalEntry[] }): Markup {
  const { items, links } = paged(calls.toReversed(), place, PER_PAGE)
  const shown = items.length === 0 ? empty('No calls yet.') : html`<ol class="calls">${items.map(showCall)}</ol>`
  return html`${shown}${links}<p class="note"><a href="/journal?network=${place.network}&amp;bodies=true">With bodies, as JSON</a></p>`
}
