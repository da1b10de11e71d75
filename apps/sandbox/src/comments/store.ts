/** A comment or reply that a simulated network has stored, as `GET /state/{network}` shows it. */
export interface HeldComment {
  id: string
  postId: string
  /** The id of the top-level comment to which this is a reply; null for a top-level comment. */
  parentId: string | null
  /** The id of the simulated account that wrote the comment; null for other users. */
  accountId: string | null
  authorId: string
  authorHandle: string
  text: string
  likes: number
  /** Whether the comment is hidden: visible only to its author and to the owner of the post. */
  hidden: boolean
  /** Whether the owner of the post likes it. */
  liked: boolean
  /** Whether the comment has been deleted, and is visible to nobody. */
  deleted: boolean
  /** Milliseconds since the epoch. */
  createdAt: number
}

/**
 * The comments of one simulated network, with lookup by id, post and thread. Only `all` includes deleted ones. The
 * lists that `threads` and `replies` return can change with the store: copy one before changing the store.
 */
export interface CommentStore<C extends HeldComment> {
  add(comment: C): C
  /** Returns a comment by id; undefined for an unknown or deleted one. */
  get(id: string): C | undefined
  /** Returns the top-level comments of a post, oldest first. */
  threads(postId: string): readonly C[]
  /** Returns the replies of a thread, oldest first. */
  replies(commentId: string): readonly C[]
  /** Returns the number of comments and replies of a post. */
  count(postId: string): number
  /** Deletes a comment together with its replies. They stay in `all`, with `deleted` set. */
  remove(comment: C): void
  /** Deletes all comments and replies of a post, as `remove` does. */
  removePost(postId: string): void
  /** Returns all comments, including deleted ones, in the order in which they were added. */
  all(): C[]
  /** The objects whose data a snapshot stores and restores. */
  records: object
}

/** Inserts a comment into a list in the order of time. Comments usually arrive in order and are appended. */
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

/** Creates an empty store of comments. */
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

/**
 * Returns all comments, including deleted ones, in the order in which they were added, as `GET /state/{network}` shows
 * them: `createdAt` is in ISO 8601.
 */
export function showComments<C extends HeldComment>(comments: CommentStore<C>): object[] {
  return comments.all().map((comment) => ({ ...comment, createdAt: new Date(comment.createdAt).toISOString() }))
}
