import { newestFirst } from '../newest-first.ts'
import { type Item, isItem, itemsOf, partOf, timeOf } from './item.ts'

/** A comment on a post, in the same shape for all networks, including replies that a network stores as posts. */
export interface Comment {
  id: string
  postId: string
  /** The id of the comment that is replied to; null for a comment at the top of a thread. */
  parentId: string | null
  item: Item
}

/** The state of a network, sorted into the parts that the pages show. */
export interface Held {
  accounts: Item[]
  /**
   * The handles of accounts, keyed by each of an account's ids: `did`, `channelId`, `openId` and others. Also the names
   * of Pages and phone numbers, keyed by id.
   */
  names: Map<string, string>
  /** Posts that are not replies, newest first. */
  posts: Item[]
  /** The comments on all posts, deleted ones included. */
  comments: Comment[]
  /** Conversations, the most recently updated first. */
  conversations: Item[]
  messages: Item[]
  ads: Item | null
  /** The remaining parts of the state, such as the app's settings, most of which users of the network cannot see. */
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
 * Returns the ids of the post to which a post replies (`parent`) and of the first post of the thread (`root`);
 * undefined if the post is not a reply.
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

/**
 * Sorts the result of a network's `state()` into the parts that the pages show, such as accounts, posts and comments.
 * Parts that the state does not have are empty lists, or null for `ads`; parts that no page shows are in `rest`.
 */
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
    conversations: conversations.toSorted((a, b) => String(b['updatedAt']).localeCompare(String(a['updatedAt']), 'en')),
    messages: itemsOf(state['messages']),
    ads: isItem(state['ads']) ? state['ads'] : null,
    rest: Object.entries(state).filter(([name]) => !SHOWN.includes(name)),
  }
}
