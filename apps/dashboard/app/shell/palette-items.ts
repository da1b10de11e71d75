/** An item of the command palette: it has `to` or `run`. */
export interface PaletteItem {
  /** Unique among the items; also the end of the id of its element. */
  key: string
  /** The kind of object, such as "Page". */
  kind: string
  label: string
  /** Words by which the item is found besides its label and kind, such as its id. */
  words?: string
  /** The path within the app that the item opens; absent for an item with an action, `run`. */
  to?: string
  run?(): void
}

const maxShown = 12
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Items for the objects that an id can belong to: which one it is, is not known. */
function itemsOfId(id: string): PaletteItem[] {
  return [
    { key: 'publish', kind: 'Publish', label: id, to: `/publishes/${id}` },
    { key: 'request', kind: 'Request', label: id, to: `/requests?request=${id}` },
    { key: 'activity', kind: 'Activity about', label: id, to: `/activity?about=${id}` },
  ]
}

/**
 * How well an item matches the typed words: 0 if it does not contain all of them, 2 if its label begins with the first,
 * otherwise 1.
 */
function rank({ label, words = '', kind }: PaletteItem, typed: readonly string[]): number {
  const text = `${label} ${words} ${kind}`.toLowerCase()
  if (!typed.every((word) => text.includes(word))) return 0
  return label.toLowerCase().startsWith(typed[0] ?? '') ? 2 : 1
}

/**
 * At most 12 items that contain all typed words, the best first; the first 12 for an empty text. A whole id adds items
 * for objects with that id, if `isOpen` returns true for their path: whether the session may use that page.
 */
export function matching(
  items: readonly PaletteItem[],
  typed: string,
  isOpen: (path: string) => boolean = () => true,
): PaletteItem[] {
  const text = typed.trim().toLowerCase()
  const ofId = uuid.test(text) ? itemsOfId(text).filter(({ to = '' }) => isOpen(to)) : []
  const words = text.split(/\s+/)
  const found = items
    .map((item) => ({ item, rank: rank(item, words) }))
    .filter((one) => one.rank > 0)
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ item }) => item)
  return [...found, ...ofId].slice(0, maxShown)
}
