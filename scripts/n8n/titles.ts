/** Words that n8n writes in capitals, and those of a title that stay small. */
const capitals = new Set(['id', 'ids', 'url', 'urls', 'ip', 'ips', 'api', 'dsa'])
const spelled: Readonly<Record<string, string>> = { ids: 'IDs', urls: 'URLs', ips: 'IPs' }
const small = new Set(['a', 'an', 'and', 'as', 'at', 'by', 'for', 'from', 'in', 'of', 'on', 'or', 'the', 'to', 'with'])

function titleWord(word: string, index: number): string {
  const lower = word.toLowerCase()
  if (capitals.has(lower)) return spelled[lower] ?? lower.toUpperCase()
  if (index > 0 && small.has(lower)) return lower
  // A word with capitals inside is a name.
  return /[A-Z]/.test(word.slice(1)) ? word : word.charAt(0).toUpperCase() + word.slice(1)
}

/** Words as the title of a parameter: `Publish a post` becomes `Publish a Post`. */
export function titleOf(words: string): string {
  return words
    .split(' ')
    .map((word, index) => titleWord(word, index))
    .join(' ')
}

/** The name of a field as a title: `accountId` and `made_for_kids` become `Account ID` and `Made for Kids`. */
export function fieldTitle(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, (_whole, end: string, start: string) => `${end} ${start.toLowerCase()}`)
  return titleOf(words.replace(/[_-]/g, ' '))
}

/** A text as n8n wants it: a single sentence has no period at its end. */
export function descriptionOf(text: string): string {
  const trimmed = text.trim()
  return /[.!?] [A-Z`]/.test(trimmed) ? trimmed.replace(/([^.!?])$/, '$1.') : trimmed.replace(/\.$/, '')
}

/** One of what a tag names: `Posts` becomes `Post`. */
export function singular(tag: string): string {
  return /ics$/.test(tag) ? tag : tag.replace(/s$/, '')
}
