import { once } from 'node:events'
import type { Comment, PostSummary } from '@carillon/domain'
import {
  type AuthorAccount,
  type CallContext,
  type ChangedComment,
  type CommentInput,
  type CommentPage,
  type CommentResult,
  type PostQuery,
  ProviderError,
  type SingleCallState,
  singleCallWrite,
  type WritePort,
} from '@carillon/providers'

/** A comment as the network holds it. */
export interface Held {
  id: string
  postId: string
  parentId: string | null
  own: boolean
  text: string
  likes: number
  hidden: boolean
  liked: boolean
  createdAt: number
}

const reject = (code: 'post_not_found' | 'comment_not_found') => new ProviderError(code, undefined, 'rejected')

/** A network with comments on posts, as its users see it, and the port that reads it. */
export class FakeComments {
  posts: string[] = ['post-1']
  held = new Map<string, Held>()
  pageSize = 3
  inlineReplies = 2
  /** The number of replies that a page contains of each thread, on a network that does not count them. */
  maxReplies: number | null = null
  /** Whether the network says whether the account likes a comment. */
  hasLikes = true
  /** Whether every page is the first one, whatever the cursor. */
  ignoresCursors = false
  /** Whether the network lists no comments of a post, although it counts some. */
  withholds = false
  /** Where the cursor of the last page leads: nowhere, to the second page again, or to empty pages. */
  cursors: 'end' | 'alternate' | 'go on' = 'end'
  /** When the posts were published whose comments were read, as the service knows it. */
  readonly publishedAt = new Set<string | null | undefined>()
  /** The calls that were made, by name. */
  calls: string[] = []
  /** What the next calls do before they read; thrown errors are theirs. */
  before: (() => unknown)[] = []
  /** What happens between a read and its arrival. */
  after: (() => unknown)[] = []
  /** How the next comments are taken: lost responses before and after they were written. */
  moods: ('lost-before' | 'lost-after')[] = []
  /** Called by the next read that a process does not outlive: its response never arrives. */
  death: (() => void) | null = null
  /** Whether a new comment is returned by its id alone, as some networks do. */
  returnsIdOnly = false
  /** What reads of the post of a comment throw; nothing if null. */
  postOfFault: Error | null = null
  /** Whether reads of the post of a comment last until they are aborted. */
  postOfHangs = false
  /** The place that the state of new writes has, as on networks that look it up first; null on the others. */
  place: { postId: string | null; threadId: string | null } | null = null
  /** Of which parents the service said that they are on the post that it named. */
  readonly placed: string[] = []
  /** How many were written, by text. */
  written: string[] = []
  #next = 1

  add(input: Partial<Held> = {}): string {
    const number = this.#next++
    const id = String(10_000 + number)
    this.held.set(id, {
      id,
      postId: 'post-1',
      parentId: null,
      own: false,
      text: `comment ${number}`,
      likes: 0,
      hidden: false,
      liked: false,
      createdAt: Date.UTC(2026, 10, 20) + number * 1000,
      ...input,
    })
    return id
  }

  remove(id: string): void {
    this.held.delete(id)
    for (const reply of this.replies(id)) this.held.delete(reply.id)
  }

  #newestFirst(list: Held[]): Held[] {
    return list.sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
  }

  tops(postId: string): Held[] {
    return this.#newestFirst([...this.held.values()].filter((one) => one.postId === postId && one.parentId === null))
  }

  replies(parentId: string): Held[] {
    return this.#newestFirst([...this.held.values()].filter((one) => one.parentId === parentId)).reverse()
  }

  view(one: Held): Comment {
    return {
      id: one.id,
      mediaId: one.postId,
      parentId: one.parentId,
      authorName: one.own ? 'own' : 'somebody',
      authorFullName: 'Somebody',
      authorHandle: 'somebody',
      avatarUrl: null,
      profileUrl: '',
      body: one.text,
      likeCount: one.likes,
      isCreator: one.own,
      isHidden: one.hidden,
      createdAt: new Date(one.createdAt).toISOString(),
      ...(this.hasLikes && { liked: one.liked }),
      deletable: one.own,
      ...(this.maxReplies === null && { replyCount: this.replies(one.id).length }),
    }
  }

  /** What a complete copy of a post holds. */
  truth(postId = 'post-1'): Comment[] {
    return this.#newestFirst([...this.held.values()].filter((one) => one.postId === postId)).map((one) =>
      this.view(one),
    )
  }

  async #call<T>(name: string, read: () => T): Promise<T> {
    this.calls.push(name)
    await this.before.shift()?.()
    const response = read()
    if (this.death && (name === 'page' || name === 'replies')) {
      this.death()
      this.death = null
      await new Promise<void>(() => {})
    }
    await this.after.shift()?.()
    return response
  }

  #page(list: Held[], { cursor, size, views }: { cursor: string | null; size: number; views(one: Held): Comment[] }) {
    const from = this.ignoresCursors ? 0 : Number(cursor ?? 0)
    const last = { end: null, alternate: String(size), 'go on': String(from + size) }[this.cursors]
    const next = from + size < list.length ? String(from + size) : list.length > size ? last : null
    return { comments: list.slice(from, from + size).flatMap(views), next }
  }

  #placed(
    call: Parameters<typeof singleCallWrite<CommentInput, CommentResult>>[0],
  ): WritePort<CommentInput, SingleCallState<CommentResult>, CommentResult> {
    const write = singleCallWrite<CommentInput, CommentResult>(call)
    return { ...write, begin: (start) => ({ ...write.begin(start), place: this.place }) }
  }

  #require(id: string): Held {
    const one = this.held.get(id)
    if (!one) throw reject('comment_not_found')
    return one
  }

  readonly port = {
    recentPosts: () => this.#call('recentPosts', () => this.posts.map((id) => this.summary(id))),
    post: (_call: CallContext, id: string) =>
      this.#call('post', () => {
        if (!this.posts.includes(id)) throw reject('post_not_found')
        return this.summary(id)
      }),
    page: (_call: CallContext, { postId, cursor, publishedAt }: PostQuery): Promise<CommentPage> =>
      this.#call('page', () => {
        this.publishedAt.add(publishedAt)
        if (!this.posts.includes(postId)) throw reject('post_not_found')
        if (this.withholds) return { comments: [], next: null, isWithheld: true }
        const max = this.maxReplies ?? this.inlineReplies
        const views = (one: Held) => [one, ...this.replies(one.id).slice(0, max)].map((each) => this.view(each))
        const page = this.#page(this.tops(postId), { cursor, size: this.pageSize, views })
        const cut = page.comments.filter(({ id }) => this.replies(id).length > max)
        return { ...page, ...(this.maxReplies !== null && { cutThreads: cut.map(({ id }) => id) }) }
      }),
    replies: (_call: CallContext, { parentId, cursor }: { parentId: string; cursor: string | null }) =>
      this.#call('replies', () => {
        this.#require(parentId)
        return this.#page(this.replies(parentId), { cursor, size: this.pageSize, views: (one) => [this.view(one)] })
      }),
    authorOf: ({ displayName, avatarUrl }: AuthorAccount) => ({
      authorName: `${displayName} of the network`,
      authorFullName: displayName ?? '',
      authorHandle: displayName ?? '',
      avatarUrl,
      profileUrl: 'https://network.example/person',
    }),
    postOf: async ({ signal }: CallContext, id: string) => {
      const postId = await this.#call('postOf', () => {
        if (this.postOfFault) throw this.postOfFault
        return this.#require(id).postId
      })
      if (this.postOfHangs) await once(signal, 'abort').then(() => signal.throwIfAborted())
      return postId
    },
    newest: () => this.#call('newest', () => this.truth().slice(0, this.pageSize)),
    reply: this.#placed({
      settling: { callSeconds: 5, seconds: 0, maxProbes: 1, probeIntervalSeconds: 0 },
      step: 'comment',
      send: ({ input }) =>
        this.#call('reply', () => {
          const mood = this.moods.shift()
          const lost = new ProviderError('provider_error', undefined, 'indeterminate')
          if (mood === 'lost-before') throw lost
          if (input.parentId !== null) this.#require(input.parentId)
          if (input.parentId !== null && input.isOnPost) this.placed.push(input.parentId)
          const place = { postId: input.postId ?? 'post-1', parentId: input.parentId }
          const id = this.add({ own: true, text: input.message, ...place })
          this.written.push(input.message)
          if (mood === 'lost-after') throw lost
          return this.returnsIdOnly ? { id } : this.view(this.#require(id))
        }),
      find: async ({ input }) => {
        const found = [...this.held.values()].find((one) => one.own && one.text === input.message)
        return found ? { kind: 'done', result: this.view(found) } : { kind: 'absent' }
      },
    }),
    hide: (_call: CallContext, { commentId, hidden, isOnPost }: ChangedComment & { hidden: boolean }) =>
      this.#call('hide', () => {
        if (isOnPost) this.placed.push(commentId)
        Object.assign(this.#require(commentId), { hidden })
      }),
    like: (_call: CallContext, { commentId, liked }: { commentId: string; liked: boolean }) =>
      this.#call('like', () => void Object.assign(this.#require(commentId), { liked })),
    delete: (_call: CallContext, { commentId }: { commentId: string }) =>
      this.#call('delete', () => {
        if (!this.#require(commentId).own) throw new ProviderError('comment_not_owned', undefined, 'rejected')
        this.remove(commentId)
      }),
  }

  summary(id: string): PostSummary {
    return {
      id,
      caption: id,
      thumbnailUrl: null,
      permalink: `https://network.example/${id}`,
      publishedAt: '2026-11-20T00:00:00.000Z',
      commentsCount: null,
    }
  }
}
