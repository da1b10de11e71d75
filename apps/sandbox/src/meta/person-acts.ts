import type { Comment, Message } from './posts.ts'
import type { Login } from './tokens.ts'
import type { World } from './world.ts'

type Body = Record<string, unknown>

function text(body: Body, name: string, fallback?: string): string {
  const value = body[name] ?? fallback
  if (typeof value !== 'string' || value === '') throw new RangeError(`${name}: a text`)
  return value
}

const NUMBER_PREFIX: Record<Login, string> = { facebook: '25', instagram: '17' }

/** Somebody of the public: the same name is the same person. */
function visitor(world: World, login: Login, name: string): { id: string; name: string } {
  const said = [
    ...world.comments[login].map(({ author }) => author),
    ...world.messages[login].map(({ sender }) => sender),
  ]
  return said.find((one) => one.name === name) ?? { id: world.nextId(NUMBER_PREFIX[login], 16), name }
}

function postOf(world: World, login: Login, id: string): { id: string; likedBy: string[] } {
  const post = login === 'facebook' ? world.pagePosts.get(id) : world.instagramPosts.get(id)
  if (post === undefined) throw new RangeError('postId: no such post')
  return post
}

/** A comment, or with `parentId` an answer to one. */
export function addComment(
  world: World,
  login: Login,
  comment: Omit<Comment, 'id' | 'createdAt'> & { createdAt?: number },
): Comment {
  const number = world.nextId('179', login === 'facebook' ? 15 : 17)
  const id = login === 'facebook' ? `${comment.postId.split('_').at(-1)}_${number}` : number
  const added = { createdAt: world.now(), ...comment, id }
  world.comments[login].push(added)
  return added
}

function accountId(world: World, login: Login, body: Body): string {
  const to = text(body, 'to')
  const known = login === 'facebook' ? [...world.pages.values()] : [...world.instagramAccounts.values()]
  const account = known.find(({ id, username }) => id === to || username === to)
  if (account === undefined) throw new RangeError(`to: ${known.map(({ username }) => username).join(', ')}`)
  return account.id
}

/** What people do: comment on a post, like it, write to a Page or account. */
export function personActs(world: World, login: Login): Record<string, (body: Body) => unknown> {
  return {
    comment(body) {
      const post = postOf(world, login, text(body, 'postId'))
      const parentId = body['parentId'] === undefined ? null : text(body, 'parentId')
      if (parentId !== null && !world.comments[login].some(({ id }) => id === parentId)) {
        throw new RangeError('parentId: no such comment')
      }
      const author = visitor(world, login, text(body, 'as', 'Robin Example'))
      return addComment(world, login, { postId: post.id, parentId, author, text: text(body, 'text') })
    },
    like(body) {
      const post = postOf(world, login, text(body, 'postId'))
      const who = text(body, 'as', 'Robin Example')
      if (!post.likedBy.includes(who)) post.likedBy.push(who)
      return { postId: post.id, likes: post.likedBy.length }
    },
    message(body) {
      const sender = visitor(world, login, text(body, 'as', 'Robin Example'))
      const id = `m_${world.secret(40)}`
      const message: Message = {
        id,
        accountId: accountId(world, login, body),
        sender,
        text: text(body, 'text'),
        createdAt: world.now(),
      }
      world.messages[login].push(message)
      return message
    },
  }
}
