import type { Held } from './held.ts'
import { type Item, itemsOf, partOf, showCounts, showRaw } from './item.ts'
import { html, type Markup, nothing, written } from './markup.ts'
import { empty, type Place, paged } from './place.ts'

const PER_PAGE = 24

function traitsOf(account: Item): Markup {
  const { traits } = account
  if (!Array.isArray(traits) || traits.length === 0) return nothing
  return html`<p>${traits.map((trait) => html`<span class="mark">${String(trait)}</span> `)}</p>`
}

function showAccount(account: Item): Markup {
  const pages = itemsOf(account['pages']).map(
    (page) =>
      html`<li>${written(partOf(page, 'name'))} <span class="note">${String(page['username'] ?? '')}</span>${traitsOf(page)}</li>`,
  )
  const list = pages.length === 0 ? nothing : html`<p class="note">Pages</p><ul class="lines">${pages}</ul>`
  return html`<li class="account"><p><b>${written(partOf(account, 'name'))}</b> <span class="note">${written(String(account['handle'] ?? ''))}</span></p>
${showCounts(account)}${traitsOf(account)}${list}${showRaw('Data', account)}</li>`
}

/** Renders one page of the accounts of a network, and below them the parts of its state that no other view shows. */
export function showPeople({ held, place }: { held: Held; place: Place }): Markup {
  const { items, links } = paged(held.accounts, place, PER_PAGE)
  const shown =
    items.length === 0 ? empty('Nobody has an account here.') : html`<ul class="cards">${items.map(showAccount)}</ul>`
  const rest = held.rest.map(([name, value]) => showRaw(name, value))
  const scenes = rest.length === 0 ? nothing : html`<section><h3>Behind the scenes</h3>${rest}</section>`
  return html`${shown}${links}${scenes}`
}
