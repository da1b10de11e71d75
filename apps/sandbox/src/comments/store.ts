/** A comment or reply that a network holds, as `GET /state/{network}` shows it. */
export interface HeldComment {
  id: string
  postId: string
  /** The top-level comment that a reply belongs to. */
  parentId: string | null
  /** The account of the sandbox that wrote the comment, null for everybody else. */
  accountId: string | null
  authorId: string
  authorHandle: string
  text: string
  likes: number
  /** Only the owner of the post and the author still see it. */
  hidden: boolean
  /** Whether the owner of the post likes it. */
  liked: boolean
  /** Nobody sees it any more. */
  deleted: boolean
  /** Milliseconds since the epoch. */
  createdAt: number
}

/** The comments of one network, found by id, post and thread without looking at all of them. */
export interface CommentStore<C extends HeldComment> {
  add(comment: C): C
  /** Undefined for an unknown or deleted comment. */
  get(id: string): C | undefined
  /** Top-level comments of a post, oldest first. */
  threads(postId: string): readonly C[]
  /** Replies of a thread, oldest first. */
  replies(commentId: string): readonly C[]
  /** Comments and replies of a post. */
  count(postId: string): number
  /** Deletes a comment together with its replies. */
  remove(comment: C): void
  /** Deletes whatever a post has. */
  removePost(postId: string): void
  /** Every comment there ever was, deleted ones included, in order of arrival. */
  all(): C[]
  /** The state that a snapshot contains. */
  records: object
}

/** Keeps the order by time; comments that arrive in order, as nearly all do, are appended. */
function insert<C extends HeldComment>(list: C[], comment: C): void {
  let at = list.length
  while (at > 0 && (list[at - 1]?.createdAt ?? 0) > comment.createdAt) at -= 1
  list.splice(at, 0, comment)
}

function listIn<C>(lists: Map<string, C[]>, key: string): C[] {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}

function take<C>(list: C[] | undefined, comment: C): void {
  const at = list?.indexOf(comment) ?? -1
  if (at !== -1) list?.splice(at, 1)
}

/** An empty store of comments. */
export function createCommentStore<C extends HeldComment>(): CommentStore<C> {
  const all = new Map<string, C>()
  const threads = new Map<string, C[]>()
  const replies = new Map<string, C[]>()
  function remove(comment: C): void {
    for (const reply of replies.get(comment.id) ?? []) reply.deleted = true
    replies.delete(comment.id)
    take(comment.parentId === null ? threads.get(comment.postId) : replies.get(comment.parentId), comment)
    comment.deleted = true
  }
  return {
    remove,
    add(comment) {
      all.set(comment.id, comment)
      const list = comment.parentId === null ? listIn(threads, comment.postId) : listIn(replies, comment.parentId)
      insert(list, comment)
      return comment
    },
    get(id) {
      const comment = all.get(id)
      return comment === undefined || comment.deleted ? undefined : comment
    },
    threads: (postId) => threads.get(postId) ?? [],
    replies: (commentId) => replies.get(commentId) ?? [],
    count(postId) {
      const own = threads.get(postId) ?? []
      return own.reduce((sum, { id }) => sum + 1 + (replies.get(id)?.length ?? 0), 0)
    },
    removePost(postId) {
      for (const comment of [...(threads.get(postId) ?? [])]) remove(comment)
    },
    all: () => [...all.values()],
    records: { all, threads, replies },
  }
}

/** The comments as `GET /state/{network}` shows them. */
export function showComments<C extends HeldComment>(comments: CommentStore<C>): object[] {
  return comments.all().map((comment) => ({ ...comment, createdAt: new Date(comment.createdAt).toISOString() }))
}
