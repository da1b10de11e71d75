import type { Login } from '../login/grant.ts'
import type { World } from '../world.ts'
import type { Author, Comment } from './comment.ts'

const NUMBER_PREFIX: Record<Login, string> = { facebook: '25', instagram: '17' }

/** Somebody by name: a Page or account, a visitor who was there before, or a new one. */
export function authorNamed(world: World, login: Login, name: string): Author {
  const page = [...world.pages.values()].find((one) => one.name === name || one.username === name)
  const account = [...world.instagramAccounts.values()].find(({ username }) => username === name)
  if (login === 'facebook' && page !== undefined) return { accountId: page.id, id: page.id, name: page.name }
  if (login === 'instagram' && account !== undefined) return { accountId: account.id, id: account.id, name }
  const known = world.visitors[login].get(name) ?? { accountId: null, id: world.nextId(NUMBER_PREFIX[login], 16), name }
  world.visitors[login].set(name, known)
  return known
}

/** Adds a comment, or with `parentId` a reply to a top-level comment. */
export function addComment(
  world: World,
  login: Login,
  comment: { postId: string; parentId: string | null; author: Author; text: string; createdAt?: number },
): Comment {
  const { author, postId, parentId, text, createdAt = world.now() } = comment
  const number = world.nextId('179', login === 'facebook' ? 15 : 17)
  const ownerId =
    login === 'facebook' ? world.pagePosts.get(postId)?.pageId : world.instagramPosts.get(postId)?.accountId
  return world.comments[login].add({
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
}
