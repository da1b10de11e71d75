import { escapeHtml, renderPage } from './html.ts'

/** A network with what it holds, for people to look at. */
export interface ShownNetwork {
  name: string
  state: Record<string, unknown>
}

type Item = Record<string, unknown>

const SHOWN_PER_LIST = 30
const TEXT_FIELDS = ['text', 'title', 'caption', 'message', 'description', 'name']
const TIME_FIELDS = ['createdAt', 'publishedAt', 'created_at', 'at']

function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function firstText(item: Item, fields: string[]): string {
  const value = fields.map((field) => item[field]).find((text) => typeof text === 'string' && text !== '')
  return typeof value === 'string' ? value : ''
}

function showMedia(media: unknown): string {
  if (!Array.isArray(media)) return ''
  const shown = media.filter(isItem).map((held) => {
    const source = escapeHtml(String(held['url'] ?? ''))
    const alt = escapeHtml(typeof held['altText'] === 'string' ? held['altText'] : '')
    return String(held['contentType']).startsWith('video/')
      ? `<video src="${source}" title="${alt}" controls preload="metadata"></video>`
      : `<img src="${source}" alt="${alt}" title="${alt}" loading="lazy">`
  })
  return `<div>${shown.join('')}</div>`
}

function showItem(item: Item, names: Map<unknown, string>): string {
  const id = item['accountId'] ?? item['authorId'] ?? item['from']
  const who = names.get(id) ?? firstText(item, ['handle', 'author']) ?? ''
  const when = firstText(item, TIME_FIELDS)
  return `<article><b>${escapeHtml(who)}</b> <small>${escapeHtml(when)}</small>
<p>${escapeHtml(firstText(item, TEXT_FIELDS)).replaceAll('\n', '<br>')}</p>${showMedia(item['media'])}
<details><summary>Everything</summary><pre>${escapeHtml(JSON.stringify(item, null, 2))}</pre></details></article>`
}

function nameAccounts(accounts: unknown): Map<unknown, string> {
  const names = new Map<unknown, string>()
  for (const account of Array.isArray(accounts) ? accounts.filter(isItem) : []) {
    const shown = firstText(account, ['handle', 'name', 'id'])
    for (const field of ['did', 'id', 'accountId', 'handle']) {
      if (account[field] !== undefined && account[field] !== null) names.set(account[field], shown)
    }
  }
  return names
}

function showList([title, list]: [string, unknown], names: Map<unknown, string>): string {
  if (!Array.isArray(list)) {
    return isItem(list) ? `<h3>${escapeHtml(title)}</h3><pre>${escapeHtml(JSON.stringify(list, null, 2))}</pre>` : ''
  }
  const items = list.filter(isItem).slice(-SHOWN_PER_LIST).reverse()
  const left = list.length > items.length ? `<p><small>and ${list.length - items.length} older</small></p>` : ''
  return `<h3>${escapeHtml(title)} <small>${list.length}</small></h3>${items.map((item) => showItem(item, names)).join('')}${left}`
}

/** The start page: every network as its people would see it, with a link to the same as JSON. */
export function renderStartPage(networks: ShownNetwork[]): string {
  const links = networks.map(({ name }) => `<a href="#${escapeHtml(name)}">${escapeHtml(name)}</a>`)
  const sections = networks.map(({ name, state }) => {
    const names = nameAccounts(state['accounts'])
    const lists = Object.entries(state).map((entry) => showList(entry, names))
    const raw = `<a href="/state/${escapeHtml(name)}">as JSON</a>`
    return `<section id="${escapeHtml(name)}"><h2>${escapeHtml(name)} <small>${raw}</small></h2>${lists.join('')}</section>`
  })
  const more = '<a href="/samples/">samples</a><a href="/journal">journal</a><a href="/faults">faults</a>'
  return renderPage(
    'The networks on this machine',
    `<h1>The networks on this machine</h1><nav>${links.join('')}${more}</nav>${sections.join('')}`,
  )
}
