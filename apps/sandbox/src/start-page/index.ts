import { escapeHtml, renderPage } from '../html.ts'
import { showChat } from './chats.ts'
import { type Item, isItem, partOf, showItem, showRaw } from './item.ts'
import { createThreads } from './threads.ts'

/** A network with what it holds, for people to look at. */
export interface ShownNetwork {
  name: string
  state: Record<string, unknown>
}

const SHOWN_PER_LIST = 30
/** What a person sees of a network, in this order; whatever else it holds is behind the scenes. */
const SEEN = ['posts', 'comments', 'messages', 'conversations', 'ads']

function itemsOf(value: unknown): Item[] {
  return Array.isArray(value) ? value.filter(isItem) : []
}

function nameAccounts(accounts: Item[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const account of accounts) {
    const handle = String(account['handle'] ?? account['name'] ?? account['id'])
    for (const field of ['id', 'did', 'accountId', 'channelId', 'openId', 'handle']) {
      if (typeof account[field] === 'string') names.set(account[field], handle)
    }
  }
  return names
}

function showAccounts(accounts: Item[]): string {
  const cards = accounts.map((account) => {
    const name = ['displayName', 'name', 'title']
      .map((field) => account[field])
      .find((found) => typeof found === 'string')
    const handle = String(account['handle'] ?? '')
    return `<li><b>${escapeHtml(String(name ?? handle))}</b> <small>${escapeHtml(handle)}</small>${showRaw('everything', account)}</li>`
  })
  return cards.length === 0 ? '' : `<h3>People</h3><ul>${cards.join('')}</ul>`
}

function showList(title: string, items: Item[], show: (item: Item) => string): string {
  if (items.length === 0) return ''
  const shown = items.slice(-SHOWN_PER_LIST).reverse().map(show)
  const left = items.length > shown.length ? `<p><small>and ${items.length - shown.length} older</small></p>` : ''
  return `<h3>${escapeHtml(title)} <small>${items.length}</small></h3>${shown.join('')}${left}`
}

/** What is kept by kind, such as ads: a list for each; what has no words is shown as data, the last of it. */
function showKinds(title: string, kinds: Item, names: Map<string, string>): string {
  const shown = Object.entries(kinds).map(([kind, value]) => {
    const items = itemsOf(value)
    const heading = `${title}: ${kind}`
    return items.some((item) => partOf(item, 'text') !== '')
      ? showList(heading, items, (item) => showItem(item, names))
      : showRaw(`${heading} (${items.length})`, items.slice(-SHOWN_PER_LIST))
  })
  return shown.join('')
}

/** Messages below the conversation that they are part of; those of none by themselves. */
function showChats(conversations: Item[], messages: Item[], names: Map<string, string>): string {
  const said = Map.groupBy(messages, ({ conversationId }) => String(conversationId))
  const ids = new Set(conversations.map(({ id }) => String(id)))
  const loose = messages.filter(({ conversationId }) => !ids.has(String(conversationId)))
  return (
    showList('messages', loose, (message) => showItem(message, names)) +
    showList('conversations', conversations, (one) => showChat(one, said.get(String(one['id'])) ?? [], names))
  )
}

function showNetwork({ name, state }: ShownNetwork): string {
  const accounts = itemsOf(state['accounts'])
  const names = nameAccounts(accounts)
  const posts = itemsOf(state['posts'])
  const ids = new Set(posts.map(({ id }) => String(id)))
  const comments = itemsOf(state['comments'])
  const below = createThreads(comments, names)
  const lists = SEEN.map((list) => {
    if (list === 'posts') return showList(list, posts, (post) => showItem(post, names, below(post)))
    if (list === 'messages') return ''
    if (list === 'conversations') return showChats(itemsOf(state[list]), itemsOf(state['messages']), names)
    const held = state[list]
    if (isItem(held)) return showKinds(list, held, names)
    const items =
      list === 'comments' ? comments.filter((comment) => !ids.has(partOf(comment, 'post'))) : itemsOf(state[list])
    return showList(list, items, (item) => showItem(item, names))
  })
  const rest = Object.entries(state).filter(([list]) => list !== 'accounts' && !SEEN.includes(list))
  const scenes = rest.map(([title, value]) => showRaw(title, value)).join('')
  const raw = `<a href="/state/${escapeHtml(name)}">as JSON</a>`
  return `<section id="${escapeHtml(name)}"><h2>${escapeHtml(name)} <small>${raw}</small></h2>
${showAccounts(accounts)}${lists.join('')}${scenes === '' ? '' : `<h3>Behind the scenes</h3>${scenes}`}</section>`
}

/** The start page: every network as its people would see it, with a link to the same as JSON. */
export function renderStartPage(networks: ShownNetwork[]): string {
  const links = networks.map(({ name }) => `<a href="#${escapeHtml(name)}">${escapeHtml(name)}</a>`)
  const more = '<a href="/samples/">samples</a><a href="/journal">journal</a><a href="/faults">faults</a>'
  const title = 'The networks on this machine'
  return renderPage(title, `<h1>${title}</h1><nav>${links.join('')}${more}</nav>${networks.map(showNetwork).join('')}`)
}
