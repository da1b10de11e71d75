import type { AppView } from '../network.ts'
import { showForm } from './form.ts'
import { html, type Markup } from './markup.ts'
import type { Place } from './place.ts'

/** Returns the value of a setting as JSON; `null` for undefined. */
function written(value: unknown): string {
  return JSON.stringify(value) ?? 'null'
}

/** Renders the settings of the developer's app at the network, with a button for each preset. */
export function showApp({ place, app }: { place: Place; app: AppView }): Markup {
  const { network } = place
  const settings = Object.entries(app.settings()).map(
    ([name, value]) => html`<div><dt>${name}</dt><dd>${written(value)}</dd></div>`,
  )
  const presets = app.presets.map(({ label, about, set }, index) => {
    const form = showForm({
      path: '/person/app',
      key: `app-${index}`,
      fixed: { network, ...set },
      button: label,
      inline: true,
    })
    return html`<li><p>${about}</p>${form}</li>`
  })
  return html`<div class="two"><section><h3>Situations</h3><ul class="lines">${presets}</ul></section>
<section><h3>Settings now</h3><dl class="effects">${settings}</dl><p class="note">Change any of them with <code>POST /person/app</code>, or under All acts.</p></section></div>`
}
