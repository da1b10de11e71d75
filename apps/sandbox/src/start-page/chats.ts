import { escapeHtml } from '../html.ts'
import { type Item, isItem, partOf, showRaw, showTime } from './item.ts'

/** The newest messages of a chat that are shown. */
const SHOWN_PER_CHAT = 20

function showLine(message: Item, names: Map<string, string>): string {
  const { from, direction, type, status } = message
  const own = direction === 'outbound'
  const who = own ? (names.get(String(from)) ?? 'the business') : partOf(message, 'authorName')
  const said = partOf(message, 'text')
  const words = said === '' ? `<i>${escapeHtml(String(type))}</i>` : escapeHtml(said).replaceAll('\n', '<br>')
  const about = [showTime(partOf(message, 'time')), ...(own ? [String(status)] : [])].join(' · ')
  return `<p class="${own ? 'own' : ''}"><b>${escapeHtml(who)}</b> ${words} <small>${escapeHtml(about)}</small></p>`
}

/** A conversation as a person sees it: the one who writes, then what was said, oldest first. */
export function showChat(conversation: Item, said: Item[], names: Map<string, string>): string {
  const { participant, accountId, accountName } = conversation
  const person = isItem(participant) ? String(participant['name'] ?? participant['id']) : ''
  const account = names.get(String(accountId)) ?? String(accountName ?? accountId)
  const shown = said.slice(-SHOWN_PER_CHAT).map((message) => showLine(message, names))
  const left = said.length > shown.length ? `<p><small>${said.length - shown.length} earlier</small></p>` : ''
  return `<article><b>${escapeHtml(person)}</b> <small>with ${escapeHtml(account)}</small>${left}${shown.join('')}
${showRaw('everything', { ...conversation, messages: said })}</article>`
}
