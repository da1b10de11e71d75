/**
 * Words that occur in many field names. A field is not taken for the new name of another if they share only such words.
 */
const generic = new Set(
  'at count cursor data date has id is list name next number page previous status text time title token total type uri url value'.split(
    ' ',
  ),
)

/** Returns the words of a name in lower case, without those that only mark a version, such as `new` or `v2`. */
function wordsOf(name: string): string[] {
  const spaced = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  return spaced.split(/[^a-z0-9]+/).filter((word) => word !== '' && !/^(?:new|v?\d+)$/.test(word))
}

function singular(word: string): string {
  return word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : word
}

/**
 * Returns whether one string becomes the other by at most `changes` added, omitted, replaced or transposed letters.
 */
function isNear(one: string, other: string, changes: number): boolean {
  if (one === other) return true
  if (changes === 0 || Math.abs(one.length - other.length) > changes) return false
  let at = 0
  while (one[at] === other[at]) at++
  const [rest, restOfOther] = [one.slice(at), other.slice(at)]
  const isExchanged = rest[0] === restOfOther[1] && rest[1] === restOfOther[0]
  return (
    isNear(rest.slice(1), restOfOther.slice(1), changes - 1) ||
    isNear(rest.slice(1), restOfOther, changes - 1) ||
    isNear(rest, restOfOther.slice(1), changes - 1) ||
    (isExchanged && isNear(rest.slice(2), restOfOther.slice(2), changes - 1))
  )
}

/**
 * Returns whether two names are equal or differ by one letter, or by up to two letters if both have 12 or more. Names
 * of up to three letters must also consist of the same letters.
 */
function isMisspelt(one: string, other: string): boolean {
  const length = Math.min(one.length, other.length)
  const letters = (text: string) => [...new Set(text)].sort().join('')
  if (length < 4) return isNear(one, other, 1) && letters(one) === letters(other)
  return isNear(one, other, length < 12 ? 1 : 2)
}

/**
 * Returns whether `other` may be a new name of the field `name`: the same words in another spelling, a misspelling, or
 * a name that shares at least half of the words of `name`, not counting general ones such as `id` or `count`.
 */
export function isLikelyRename(name: string, other: string): boolean {
  const [words, otherWords] = [wordsOf(name), wordsOf(other)]
  if (isMisspelt(words.join(''), otherWords.join(''))) return true
  const telling = words.filter((word) => !generic.has(word))
  const otherSingulars = otherWords.map(singular)
  const shared = telling.filter((word) => otherSingulars.includes(singular(word)))
  return shared.length > 0 && shared.length * 2 >= telling.length
}
