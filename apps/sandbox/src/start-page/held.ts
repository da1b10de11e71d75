import { newestFirst } from '../newest-first.ts'
import { type Item, isItem, itemsOf, partOf, timeOf } from './item.ts'

/**
 * A comment in the form in which pages show it, on any network. A reply on a network where replies are posts is one
 * too.
 */
export interface Comment {
  id: string
  postId: string
  /** The id of the comment to which this is a reply; null for a top-level comment. */
  parentId: string | null
  item: Item
}

/** The state of a network in the form in which pages show it. */
export interface Held {
  accounts: Item[]
  /** The handles of accounts, keyed by every id that names an account. */
  names: Map<string, string>
  /** The posts without replies, newest first. */
  posts: Item[]
  comments: Comment[]
  /** The one that was changed last first. */
  conversations: Item[]
  messages: Item[]
  ads: Item | null
  /** What users of the network never see. */
  rest: [name: string, value: unknown][]
}

const SHOWN = ['accounts', 'posts', 'comments', 'conversations', 'messages', 'ads']
const ID_FIELDS = ['id', 'did', 'accountId', 'channelId', 'openId', 'handle']

function nameAccounts(accounts: Item[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const account of accounts) {
    const handle = String(account['handle'] ?? account['name'] ?? account['id'])
    for (const field of ID_FIELDS) if (typeof account[field] === 'string') names.set(account[field], handle)
    for (const page of itemsOf(account['pages'])) names.set(String(page['id']), partOf(page, 'name'))
  }
  return names
}

const uriIn = (reply: unknown, name: string): unknown => {
  const place = isItem(reply) ? reply[name] : undefined
  return isItem(place) ? place['uri'] : undefined
}

/**
 * Returns the ids of the post to which a post replies and of the first post of the thread; undefined for a post that is
 * not a reply.
 */
function replyOf(post: Item): { parent: string; root: string } | undefined {
  const parent = post['inReplyToPostId'] ?? uriIn(post['reply'], 'parent')
  const root = post['conversationId'] ?? uriIn(post['reply'], 'root')
  return typeof parent === 'string' ? { parent, root: typeof root === 'string' ? root : parent } : undefined
}

function commentsOf(state: Item): Comment[] {
  const found = new Map<string, Comment>()
  for (const item of [...itemsOf(state['comments']), ...itemsOf(state['posts'])]) {
    const id = String(item['id'])
    const reply = replyOf(item)
    const postId = reply?.root ?? partOf(item, 'post')
    const parent = reply === undefined ? item['parentId'] : reply.parent === reply.root ? null : reply.parent
    if (postId !== '') found.set(id, { id, postId, parentId: typeof parent === 'string' ? parent : null, item })
  }
  return [...found.values()]
}

/** Converts the state of a network (`GET /state/{network}`) to the form in which pages show it. */
export function readHeld(state: Item): Held {
  const accounts = itemsOf(state['accounts'])
  const names = nameAccounts(accounts)
  for (const number of itemsOf(state['numbers'])) names.set(String(number['id']), partOf(number, 'name'))
  const conversations = itemsOf(state['conversations'])
  return {
    accounts,
    names,
    posts: newestFirst(
      itemsOf(state['posts']).filter((post) => replyOf(post) === undefined),
      timeOf,
    ),
    comments: commentsOf(state),
    conversations: conversations.toSorted((a, b) => String(b['updatedAt']).localeCompare(String(a['updatedAt']))),
    messages: itemsOf(state['messages']),
    ads: isItem(state['ads']) ? state['ads'] : null,
    rest: Object.entries(state).filter(([name]) => !SHOWN.includes(name)),
  }
}
