import { newestFirst } from '../newest-first.ts'
import { showForm } from './form.ts'
import type { Held } from './held.ts'
import { type Item, itemsOf, partOf, showRaw, showTime, timeOf } from './item.ts'
import { html, type Markup, nothing, written } from './markup.ts'
import { empty, type Place, paged, urlOf } from './place.ts'

const CAMPAIGNS_PER_PAGE = 15
const MAX_ADS_SHOWN = 50
const NEWEST_LEADS = 10

interface Manager {
  ads: Item
  place: Place
  able(act: string): boolean
}

function sum(days: readonly Item[], field: string): number {
  return days.reduce((total, day) => total + (typeof day[field] === 'number' ? day[field] : 0), 0)
}

const many = (value: number, name: string) => `${count(value)} ${name}${value === 1 ? '' : 's'}`
const count = (value: number) => value.toLocaleString('en')
/**
 * Formats an amount in minor units as a whole number, without converting it to units of the currency; a dash for no
 * amount.
 */
const amount = (value: unknown) => (typeof value === 'number' ? count(value) : '–')

function status(item: Item): Markup {
  const says = String(item['effectiveStatus'] ?? item['status'])
  return html`<span class="mark ${says === 'ACTIVE' ? 'on' : ''}">${says.toLowerCase().replaceAll('_', ' ')}</span>`
}

function review(ad: Item, { able, place }: Manager): Markup {
  if (!able('ad-review') || ad['effectiveStatus'] !== 'PENDING_REVIEW') return nothing
  const decide = (decision: string, button: string) =>
    showForm({
      path: '/person/ad-review',
      key: `${decision}-${ad['id']}`,
      fixed: { network: place.network, id: String(ad['id']), decision },
      button,
      inline: true,
    })
  return html`<div class="acts">${decide('approve', 'Approve')}${decide('disapprove', 'Disapprove')}</div>`
}

function showCampaign(campaign: Item, manager: Manager): Markup {
  const { ads } = manager
  const own = (list: string) => itemsOf(ads[list]).filter(({ campaignId }) => campaignId === campaign['id'])
  const days = own('insights')
  const held = own('ads')
  const sets = own('adSets').map((set) => {
    const inSet = held.filter(({ adSetId }) => adSetId === set['id']).slice(0, MAX_ADS_SHOWN)
    const rows = inSet.map(
      (ad) => html`<li>${written(partOf(ad, 'name') || String(ad['id']))} ${status(ad)}${review(ad, manager)}</li>`,
    )
    return html`<li>${written(partOf(set, 'name') || `Ad set ${set['id']}`)} ${status(set)}<ul>${rows}</ul></li>`
  })
  const figures = [
    ['Daily budget', amount(campaign['dailyBudget'])],
    ['Total budget', amount(campaign['lifetimeBudget'])],
    ['Spent', count(sum(days, 'spend'))],
    ['Impressions', count(sum(days, 'impressions'))],
    ['Clicks', count(sum(days, 'clicks'))],
  ].map(([name = '', value = '']) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)
  return html`<article class="campaign"><h4>${written(partOf(campaign, 'name') || String(campaign['id']))} ${status(campaign)}</h4>
<dl class="figures">${figures}</dl><details><summary>${many(sets.length, 'ad set')}, ${many(held.length, 'ad')}</summary><ul class="tree">${sets}</ul></details>${showRaw('Data', campaign)}</article>`
}

function showLeads({ ads, place, able }: Manager): Markup {
  const leads = newestFirst(itemsOf(ads['leads']), timeOf)
  const rows = leads.slice(0, NEWEST_LEADS).map((lead) => {
    const texts = itemsOf(lead['fields']).map(({ name, values }) => `${name}: ${[values].flat().join(', ')}`)
    return html`<li>${showTime(timeOf(lead))} ${written(texts.join(' · '))}</li>`
  })
  const add = able('lead')
    ? showForm({
        path: '/person/lead',
        key: 'lead',
        fixed: { network: place.network },
        fields: [
          { name: 'form', label: 'Form', options: itemsOf(ads['forms']).map(({ id }) => String(id)), required: true },
          { name: 'count', label: 'How many', kind: 'number', value: '1' },
        ],
        button: 'Fill in the form',
      })
    : nothing
  return html`<section><h3>Leads <small>${leads.length}, the newest ${rows.length}</small></h3><ul class="lines">${rows}</ul><details class="more"><summary>New leads</summary>${add}</details></section>`
}

/**
 * Renders the ad accounts of a network, the campaigns of the ad account `place.id` (of the first ad account if the id
 * is unknown), newest first in pages, and the network's ten newest leads. `able` returns whether the network supports
 * an action of simulated users; only supported actions have forms.
 */
export function showAds({ held, place, able }: { held: Held; place: Place; able(act: string): boolean }): Markup {
  if (held.ads === null) return empty('This network has no ads here.')
  const manager = { ads: held.ads, place, able }
  const accounts = itemsOf(held.ads['adAccounts'])
  const chosen = accounts.find(({ id }) => id === place.id) ?? accounts[0]
  const links = accounts.map((account) => {
    const url = urlOf({ network: place.network, view: 'ads', id: String(account['id']) })
    const current = account === chosen ? html` aria-current="true"` : nothing
    return html`<li><a href="${url}"${current}>${written(partOf(account, 'name'))} <span class="note">${String(account['currency'])}</span></a></li>`
  })
  if (chosen === undefined) return empty('There are no ad accounts.')
  const campaigns = itemsOf(held.ads['campaigns']).filter(({ adAccountId }) => adAccountId === chosen['id'])
  const { items, links: pages } = paged(
    campaigns.toReversed(),
    { ...place, id: String(chosen['id']) },
    CAMPAIGNS_PER_PAGE,
  )
  return html`<nav aria-label="Ad accounts"><ul class="choices">${links}</ul></nav>
<section><h3>Campaigns of ${written(partOf(chosen, 'name'))}</h3><p class="note">Amounts are in minor units of ${String(chosen['currency'])}. ${String(chosen['timezone'] ?? '')}</p>
${items.length === 0 ? empty('No campaigns yet.') : items.map((one) => showCampaign(one, manager))}${pages}${showRaw('Data of the ad account', chosen)}</section>${showLeads(manager)}`
}
