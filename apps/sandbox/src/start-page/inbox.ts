import { newestFirst } from '../newest-first.ts'
import { type FormField, showForm } from './form.ts'
import type { Held } from './held.ts'
import { type Item, isItem, partOf, showRaw, showTime, timeOf } from './item.ts'
import { html, type Markup, nothing, written } from './markup.ts'
import { empty, type Place, paged, urlOf } from './place.ts'

const CHATS_PER_PAGE = 25
const MESSAGES_PER_PAGE = 50

interface Inbox {
  held: Held
  place: Place
  able(act: string): boolean
}

function personIn({ participant }: Item): { id: string; name: string } {
  if (!isItem(participant)) return { id: '', name: '' }
  return { id: String(participant['id']), name: String(participant['name'] ?? participant['id']) }
}

function accountIn({ accountId, accountName }: Item, names: Held['names']): string {
  return names.get(String(accountId)) ?? String(accountName ?? accountId)
}

/**
 * Renders the end of the messaging window, until which the account can reply freely; empty markup for a conversation
 * without a window.
 */
function windowOf({ windowEndsAt }: Item): Markup {
  return typeof windowEndsAt === 'string'
    ? html`<span class="mark">Window until ${showTime(Date.parse(windowEndsAt))}</span>`
    : nothing
}

function showBubble(message: Item): Markup {
  const own = message['direction'] === 'outbound'
  const said = partOf(message, 'text')
  const type = String(message['type'] ?? '')
  const kind = type === '' || type === 'text' ? nothing : html`<span class="mark">${type}</span> `
  const state = own ? html` · ${String(message['status'])}` : nothing
  return html`<li class="bubble ${own ? 'own' : 'theirs'}"><p>${kind}${written(said)}</p><p class="note">${showTime(timeOf(message))}${state}</p></li>`
}

function showChat(chat: Item, { held, place, able }: Inbox): Markup {
  const id = String(chat['id'])
  const person = personIn(chat)
  const account = String(chat['accountId'])
  const said = held.messages.filter(({ conversationId }) => String(conversationId) === id)
  const newest = newestFirst(said, timeOf)
  const { items, links } = paged(newest, place, MESSAGES_PER_PAGE)
  const who = { network: place.network, to: account, as: person.name }
  const write = able('message')
    ? showForm({
        path: '/person/message',
        key: 'write',
        fixed: who,
        fields: [{ name: 'text', label: `Write as ${person.name}`, kind: 'long', required: true }],
        button: 'Send',
      })
    : nothing
  const blocked = chat['blocked'] === true
  const block = able('message-block')
    ? showForm({
        path: '/person/message-block',
        key: 'block',
        fixed: { ...who, blocked: !blocked },
        button: blocked ? 'Unblock the account' : 'Block the account',
        inline: true,
      })
    : nothing
  return html`<section class="chat" aria-labelledby="chat-title"><p class="back"><a href="${urlOf({ network: place.network, view: 'inbox' })}">All conversations</a></p><div class="chat-head"><h3 id="chat-title">${written(person.name)}</h3>
<p class="note">with ${written(accountIn(chat, held.names))} ${windowOf(chat)}${blocked ? html` <span class="mark">Blocked</span>` : nothing}</p></div>
<ol class="bubbles">${items.toReversed().map(showBubble)}</ol>${links}${write}<div class="acts">${block}</div>${showRaw('Data', chat)}</section>`
}

function listChats(inbox: Inbox, chosen: Item | undefined): Markup {
  const { held, place } = inbox
  const newest = new Map(held.messages.map((message) => [String(message['conversationId']), message]))
  const { items, links } = paged(
    held.conversations,
    { ...place, id: null, page: place.id === null ? place.page : 1 },
    CHATS_PER_PAGE,
  )
  const rows = items.map((chat) => {
    const url = urlOf({ network: place.network, view: 'inbox', id: String(chat['id']) })
    const current = chat === chosen ? html` aria-current="true"` : nothing
    const last = newest.get(String(chat['id']))
    return html`<li><a href="${url}"${current}><b>${written(personIn(chat).name)}</b><span class="note">${written(accountIn(chat, held.names))}</span>
<span class="last">${written(last === undefined ? '' : partOf(last, 'text'))}</span></a></li>`
  })
  return html`<div class="chats"><ul>${rows}</ul>${links}</div>`
}

function newMessage({ held, place }: Inbox): Markup {
  const names = [...new Set(held.conversations.map((chat) => personIn(chat).name))].slice(0, CHATS_PER_PAGE)
  const numbers = held.rest
    .filter(([name]) => name === 'numbers')
    .flatMap(([, value]) => (Array.isArray(value) ? value.filter(isItem) : []))
  const accounts =
    numbers.length > 0
      ? numbers.map((number) => String(number['id']))
      : held.accounts.flatMap(({ pages, handle }) =>
          Array.isArray(pages) ? pages.filter(isItem).map((page) => partOf(page, 'name')) : [String(handle)],
        )
  const to: FormField = { name: 'to', label: 'To', options: accounts, open: true, required: numbers.length === 0 }
  const fields: FormField[] = [
    to,
    { name: 'as', label: 'From', options: names, open: true, about: 'A name; an unknown one is a new person.' },
    { name: 'text', label: 'Message', kind: 'long', required: true },
    { name: 'ageHours', label: 'Hours ago', kind: 'number', about: 'More than 24: the window is closed.' },
  ]
  const form = showForm({
    path: '/person/message',
    key: 'new-message',
    fixed: { network: place.network },
    fields,
    button: 'Send',
  })
  return html`<details class="more"><summary>New message</summary>${form}</details>`
}

/**
 * Renders the conversations of a network, and the messages of the conversation with the id `place.id`, with a form that
 * writes as the user of the conversation. If no conversation has this id, no messages are shown.
 */
export function showInbox(inbox: Inbox): Markup {
  const { held, place } = inbox
  const chosen = held.conversations.find(({ id }) => String(id) === place.id)
  const start = inbox.able('message') ? newMessage(inbox) : nothing
  if (held.conversations.length === 0) return html`${start}${empty('Nobody has written yet.')}`
  const chat = chosen === undefined ? html`<p class="empty hint">Choose a conversation.</p>` : showChat(chosen, inbox)
  return html`${start}<div class="inbox${chosen === undefined ? '' : ' open'}">${listChats(inbox, chosen)}${chat}</div>`
}
