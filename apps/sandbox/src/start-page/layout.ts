import { renderDocument } from './document.ts'
import { showForm } from './form.ts'
import { html, type Markup, nothing } from './markup.ts'
import { type Place, urlOf, VIEWS, type View } from './place.ts'

export interface PageParts {
  place: Place
  networks: readonly string[]
  /** The display names of the networks, keyed by network name. */
  titles: ReadonlyMap<string, string>
  /** The views to show as tabs. */
  views: readonly View[]
  /** The time of the sandbox's clock, in ms since the epoch. */
  now: number
  /** The number of pending faults, keyed by network name. */
  faults: ReadonlyMap<string, number>
  body: Markup
}

const HOUR_MS = 3_600_000
const STEPS = [
  { label: '1 hour', ms: HOUR_MS },
  { label: '25 hours', ms: 25 * HOUR_MS },
  { label: '7 days', ms: 7 * 24 * HOUR_MS },
  { label: '61 days', ms: 61 * 24 * HOUR_MS },
]

function clock(now: number): Markup {
  const iso = new Date(now).toISOString()
  const steps = STEPS.map(({ label, ms }) =>
    showForm({ path: '/clock', key: `clock-${ms}`, fixed: { advanceMs: ms }, button: `+ ${label}`, inline: true }),
  )
  const own = showForm({
    path: '/clock',
    key: 'clock',
    fields: [{ name: 'advanceMs', label: 'Milliseconds', kind: 'number', required: true }],
    button: 'Advance',
  })
  return html`<details class="clock" id="clock"><summary><span class="visually-hidden">Clock: </span><time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time></summary>
<div class="panel"><p>The clock of all networks. It never goes back.</p><div class="acts">${steps}</div>${own}</div></details>`
}

function networkTabs({ place, networks, titles, faults }: PageParts): Markup {
  const tabs = networks.map((network) => {
    const current = network === place.network ? html` aria-current="page"` : nothing
    const waiting = faults.get(network) ?? 0
    const badge =
      waiting === 0
        ? nothing
        : html` <span class="badge">${waiting}<span class="visually-hidden"> ${waiting === 1 ? 'fault' : 'faults'}</span></span>`
    return html`<li><a href="${urlOf({ network, view: place.view })}"${current}>${titles.get(network) ?? network}${badge}</a></li>`
  })
  return html`<nav class="networks" aria-label="Networks"><ul>${tabs}</ul></nav>`
}

function viewTabs({ place, titles, views }: PageParts): Markup {
  const tabs = views.map((view) => {
    const current = view === place.view ? html` aria-current="page"` : nothing
    return html`<li><a href="${urlOf({ network: place.network, view })}"${current}>${VIEWS[view]}</a></li>`
  })
  return html`<nav class="views" aria-label="Views of ${titles.get(place.network) ?? place.network}"><ul>${tabs}</ul></nav>`
}

/**
 * Renders the start page as a whole HTML document. The page can be read without its script; its forms, also those for
 * faults and the clock, need it.
 */
export function renderPage(parts: PageParts): string {
  const { place, body } = parts
  const title = parts.titles.get(place.network) ?? place.network
  const bar = html`<a class="skip" href="#view">Skip to the content</a>
<header class="bar"><a class="brand" href="/">Sandbox</a>${networkTabs(parts)}${clock(parts.now)}</header>`
  const view = html`<div class="title"><h1>${title}</h1><p class="note">A stand-in for the social network, on this machine. <a href="/samples/">Samples to publish</a> · <a href="/receiver">Webhooks that arrived</a> · <a href="/state/${place.network}">State as JSON</a></p></div>
${viewTabs(parts)}
<h2 class="visually-hidden">${VIEWS[place.view]}</h2>
${body}`
  return renderDocument({ title: `${title}: ${VIEWS[place.view]}`, bar, view })
}
