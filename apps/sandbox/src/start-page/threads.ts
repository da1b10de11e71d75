import { newestFirst } from '../newest-first.ts'
import type { Comment, Held } from './held.ts'
import { type Item, partOf, showCounts, showRaw, showTime, timeOf } from './item.ts'
import { html, type Markup, nothing, written } from './markup.ts'
import type { PostActs } from './post-acts.ts'

/** The maximum number of replies shown below a comment if not all replies are requested. */
const SHOWN_REPLIES = 3

/**
 * The comments of one post, in threads, without deleted comments. Hidden comments are included. `top` is newest first,
 * replies are oldest first.
 */
export interface Threads {
  /** The number of comments and replies. */
  count: number
  top: Comment[]
  repliesTo(comment: Comment): Comment[]
}

/**
 * Sorts the comments of all posts into threads, and returns a function that looks up the threads of one post by its id.
 * A reply whose parent was deleted becomes a thread of its own.
 */
export function createThreads(comments: readonly Comment[]): (postId: string) => Threads {
  const left = comments.filter(({ item }) => item['deleted'] !== true)
  const ids = new Set(left.map(({ id }) => id))
  const parentOf = ({ parentId }: Comment) => (parentId !== null && ids.has(parentId) ? parentId : '')
  const byPost = Map.groupBy(left, ({ postId }) => postId)
  const replies = Map.groupBy(left, parentOf)
  return (postId) => {
    const all = byPost.get(postId) ?? []
    return {
      count: all.length,
      top: newestFirst(
        all.filter((comment) => parentOf(comment) === ''),
        ({ item }) => timeOf(item),
      ),
      repliesTo: ({ id }) => (replies.get(id) ?? []).toSorted((a, b) => timeOf(a.item) - timeOf(b.item)),
    }
  }
}

/** Returns the handle of an item's author if `names` has it, otherwise the name in the item; empty without a name. */
export function authorOf(item: Item, names: Held['names']): string {
  return names.get(partOf(item, 'author')) ?? partOf(item, 'authorName')
}

const MARKS = { hidden: 'Hidden', liked: 'Liked by the owner' } as const

function marksOf(item: Item): Markup {
  const { moderationStatus } = item
  const marks = [
    ...Object.entries(MARKS).flatMap(([field, label]) => (item[field] === true ? [label] : [])),
    ...(typeof moderationStatus === 'string' && moderationStatus !== 'published' ? [moderationStatus] : []),
  ]
  return html`${marks.map((mark) => html`<span class="mark">${mark}</span>`)}`
}

/**
 * Renders a comment and its replies: all of them if `view.all` is true, otherwise the newest three. `view.acts` creates
 * the forms of actions on the comment; `view.held` has the names of authors.
 */
export function showThread(
  comment: Comment,
  threads: Threads,
  view: { held: Held; acts: PostActs; all: boolean },
): Markup {
  const { item } = comment
  const replies = threads.repliesTo(comment)
  const shown = view.all ? replies : replies.slice(-SHOWN_REPLIES)
  const earlier = replies.length - shown.length
  const more =
    earlier === 0 ? nothing : html`<p class="note">${earlier} earlier ${earlier === 1 ? 'reply' : 'replies'}</p>`
  return html`<article class="comment" id="comment-${comment.id}">
<p class="by"><b>${written(authorOf(item, view.held.names))}</b> ${showTime(timeOf(item))} ${marksOf(item)}</p>
<p>${written(partOf(item, 'text'))}</p>${showCounts(item)}
${view.acts.onComment(comment)}${showRaw('Data', item)}
${more}${shown.map((reply) => showThread(reply, threads, view))}</article>`
}
