/** A name as somebody would misspell it: its last two letters exchanged, or the last one doubled where they are the same. */
export function misspelt(name: string): string {
  const [at, other] = [name.length - 2, name.length - 1]
  if (at < 0 || name[at] === name[other]) return `${name}${name.at(-1) ?? 'x'}`
  return `${name.slice(0, at)}${name[other]}${name[at]}`
}

/** The value as another type of JSON; undefined for null, which has none. */
export function retyped(value: unknown): unknown {
  if (value === null || value === undefined) return undefined
  if (typeof value === 'string') return 12_345
  if (typeof value === 'number' || typeof value === 'boolean') return `${value}?`
  return Array.isArray(value) ? {} : []
}

const isId = (name: string) => /(?:^|_|\.)ids?$|Ids?$/.test(name)

/**
 * The text of a parameter as another type; undefined for plain texts, which take any value. Digits are a number unless
 * they are an id; JSON is cut off.
 */
export function retypedText(name: string, text: string): string | undefined {
  if (/^-?\d{1,10}$/.test(text) && !isId(name)) return 'many'
  if (text === 'true' || text === 'false') return 'perhaps'
  return /^[[{].*[\]}]$/s.test(text) ? text.slice(0, -1) : undefined
}

/** A keyword that the network does not have, in the spelling of the one given. */
export function otherKeyword(word: string): string {
  return /[a-z]/.test(word) ? `${word}Other` : `${word}_OTHER`
}

/** Lists of names, also with lists below them, as `a,b{c,d}` or `["a","b"]`. */
const list = /^(?:\[")?[A-Za-z][\w.:/]*(?:(?:[,{}]|",")[\w.:/]*|\([^)]*\))*(?:"\])?$/

/** The names in such a list with their places; none for any other text. Scopes may have spaces between them. */
export function namesIn(name: string, text: string): { name: string; at: number }[] {
  if (isId(name)) return []
  const commas = name === 'scope' ? text.replaceAll(' ', ',') : text
  if (!list.test(commas) || !/[,{]/.test(commas)) return []
  const bare = commas.replace(/\.\w+\([^)]*\)/g, (whole) => ' '.repeat(whole.length))
  return [...bare.matchAll(/[A-Za-z][\w.:/]*/g)].map(({ 0: found, index: at }) => ({ name: found, at }))
}
