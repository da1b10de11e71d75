import type { Author, Comment } from '../state/comment.ts'
import type { Login } from '../state/grant.ts'
import type { State } from '../state/state.ts'

const NUMBER_PREFIX: Record<Login, string> = { facebook: '25', instagram: '17' }

/**
 * Returns the author with the name `name` on the network `login`: the Page (by its name or username) or the Instagram
 * account (by its username), otherwise the user of that name who has commented before, otherwise a new user, who is
 * stored.
 */
export function authorNamed(state: State, login: Login, name: string): Author {
  const page = [...state.pages.values()].find((one) => one.name === name || one.username === name)
  const account = [...state.instagramAccounts.values()].find(({ username }) => username === name)
  if (login === 'facebook' && page !== undefined) return { accountId: page.id, id: page.id, name: page.name }
  if (login === 'instagram' && account !== undefined) return { accountId: account.id, id: account.id, name }
  const known = state.visitors[login].get(name) ?? { accountId: null, id: state.nextId(NUMBER_PREFIX[login], 16), name }
  state.visitors[login].set(name, known)
  return known
}

/**
 * Adds a comment or, with `parentId`, a reply to a top-level comment, on the network `login`, and reports it to the app
 * by webhook if the app is subscribed. `createdAt` is in ms since the epoch, by default the current time.
 */
export function addComment(
  state: State,
  login: Login,
  comment: { postId: string; parentId: string | null; author: Author; text: string; createdAt?: number },
): Comment {
  const { author, postId, parentId, text, createdAt = state.now() } = comment
  const number = state.nextId('179', login === 'facebook' ? 15 : 17)
  const ownerId =
    login === 'facebook' ? state.pagePosts.get(postId)?.pageId : state.instagramPosts.get(postId)?.accountId
  const added = state.comments[login].add({
    ownerId: ownerId ?? '',
    id: login === 'facebook' ? `${postId.split('_').at(-1)}_${number}` : number,
    postId,
    parentId,
    accountId: author.accountId,
    authorId: author.id,
    authorHandle: author.name,
    text,
    likes: 0,
    hidden: false,
    liked: false,
    deleted: false,
    createdAt,
  })
  state.announce({ kind: 'comment', login, verb: 'add', comment: added })
  return added
}

/**
 * Changes the text of a comment on the network `login` and reports it to the app by webhook if the app is subscribed.
 */
export function editComment(state: State, login: Login, comment: Comment, text: string): void {
  comment.text = text
  state.announce({ kind: 'comment', login, verb: 'edited', comment })
}

/**
 * Hides (`hidden`) or unhides a comment on the network `login` and reports it to the app by webhook if the app is
 * subscribed. Does nothing if that does not change the comment.
 */
export function hideComment(state: State, login: Login, comment: Comment, hidden: boolean): void {
  if (comment.hidden === hidden) return
  comment.hidden = hidden
  state.announce({ kind: 'comment', login, verb: hidden ? 'hide' : 'unhide', comment })
}

/**
 * Deletes a comment on the network `login` and its replies, and reports each deletion to the app by webhook if the app
 * is subscribed.
 */
export function removeComment(state: State, login: Login, comment: Comment): void {
  const replies = [...state.comments[login].replies(comment.id)]
  state.comments[login].remove(comment)
  for (const gone of [...replies, comment]) state.announce({ kind: 'comment', login, verb: 'remove', comment: gone })
}
