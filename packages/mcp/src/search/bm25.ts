/** An entry of a search: its name, and a text in which words are searched. */
export interface Searchable {
  name: string
  text: string
}

const k1 = 1.2
const b = 0.75

const endings = /(?:ies|es|s|ing|ed)$/

/**
 * Returns the words of a text in lower case without their endings. Parts of `posts.publish` and `publishedPosts` are
 * words, too.
 */
function wordsOf(text: string): string[] {
  const apart = text.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  const words = apart.split(/[^a-z0-9]+/).filter((word) => word.length > 1)
  return words.map((word) => (word.length > 4 ? word.replace(endings, '') : word))
}

function countsOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/**
 * Returns the entries whose name or text contains a word of the query, best match first (ranked by BM25). Case is
 * ignored, as are single letters, and endings such as `s` and `ing` of words of more than four letters.
 */
export function rank<E extends Searchable>(entries: readonly E[], query: string): E[] {
  const documents = entries.map((entry) => {
    const words = wordsOf(`${entry.name} ${entry.text}`)
    return { entry, counts: countsOf(words), length: words.length }
  })
  const average = documents.reduce((sum, { length }) => sum + length, 0) / Math.max(1, documents.length)
  const wanted = [...new Set(wordsOf(query))]
  const weights = wanted.map((word) => {
    const having = documents.filter(({ counts }) => counts.has(word)).length
    return { word, weight: Math.log(1 + (documents.length - having + 0.5) / (having + 0.5)) }
  })
  const scored = documents.map(({ entry, counts, length }) => {
    const score = weights.reduce((sum, { word, weight }) => {
      const count = counts.get(word) ?? 0
      return sum + (weight * count * (k1 + 1)) / (count + k1 * (1 - b + (b * length) / average))
    }, 0)
    return { entry, score }
  })
  const found = scored.filter(({ score }) => score > 0)
  return found.toSorted((one, other) => other.score - one.score).map(({ entry }) => entry)
}
