import { type Item, partOf, showItem } from './item.ts'

const SHOWN_THREADS = 20
const SHOWN_REPLIES = 5

function byKey(items: Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}

function showNewest(items: Item[], most: number, show: (item: Item) => string): string {
  const shown = items.slice(-most).reverse().map(show)
  const left = items.length - shown.length
  return `${shown.join('')}${left === 0 ? '' : `<p><small>and ${left} older</small></p>`}`
}

/**
 * Shows the comments of a post in threads, newest first, as the owner of the post sees them: hidden ones are marked, deleted ones are
 * gone. What cannot be told apart by its parent is a thread of its own.
 */
export function createThreads(comments: Item[], names: Map<string, string>): (post: Item) => string {
  const left = comments.filter(({ deleted }) => deleted !== true)
  const ids = new Set(left.map(({ id }) => String(id)))
  const parentOf = ({ parentId }: Item) => (ids.has(String(parentId)) ? String(parentId) : '')
  const threads = byKey(
    left.filter((comment) => parentOf(comment) === ''),
    (comment) => partOf(comment, 'post'),
  )
  const replies = byKey(left, parentOf)
  const show = (comment: Item): string => {
    const below = showNewest(replies.get(String(comment['id'])) ?? [], SHOWN_REPLIES, show)
    return `${comment['hidden'] === true ? '<small>hidden</small>' : ''}${showItem(comment, names, below)}`
  }
  return ({ id }) => showNewest(threads.get(String(id)) ?? [], SHOWN_THREADS, show)
}
