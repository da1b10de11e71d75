/** Something that the command palette can go to. */
export interface PaletteItem {
  /** Unique among the items; also the end of the id of its element. */
  key: string
  /** The kind of object, such as "Page". */
  kind: string
  label: string
  /** What it is found by besides its label. */
  words?: string
  /** Where it leads, within the app; absent for an item that does something else. */
  to?: string
  run?(): void
}

const maxShown = 12
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The objects that an id can be of: the palette does not know which one it is. */
function itemsOfId(id: string): PaletteItem[] {
  return [
    { key: 'publish', kind: 'Publish', label: id, to: `/publishes/${id}` },
    { key: 'request', kind: 'Request', label: id, to: `/requests?request=${id}` },
    { key: 'activity', kind: 'Activity about', label: id, to: `/activity?about=${id}` },
  ]
}

/** How well an item matches: 0 not at all; higher for one that begins with what was typed. */
function rank({ label, words = '', kind }: PaletteItem, typed: readonly string[]): number {
  const text = `${label} ${words} ${kind}`.toLowerCase()
  if (!typed.every((word) => text.includes(word))) return 0
  return label.toLowerCase().startsWith(typed[0] ?? '') ? 2 : 1
}

/**
 * The items for what was typed, the best first. `isOpen` says whether the session may use the page of a path, as ids of
 * objects lead to pages too.
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
