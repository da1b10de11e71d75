const length = 50_000

const pieces = [
  ...' \t\n\0aZ09-_.,:;/\\<>@#$%&=?\'"(){}[]é\u{1F600}',
  ...[
    'a.',
    'a-',
    'a,',
    'a ',
    ' a',
    'aB',
    'a/',
    'a:',
    '0.',
    '%a',
    '\\"',
    'http://',
    'https://a',
    'a@',
    '<a',
    'token=',
    '::',
  ],
]

/** What the expression itself spells, as the part of a text that gets a matcher started. */
function spelled(source: string): string[] {
  const plain = source.replace(/\\[bBdDsSwWpPkxu](?:\{[^}]*\})?/g, ' ').replace(/\\(.)/g, '$1')
  return [...new Set(plain.split(/[^\w@#%&=:;,<>/.-]+/).filter((word) => word !== ''))].slice(0, 8)
}

/** Texts of 50 KB that repeat a piece after each of the starts. */
function textsOf(piece: string, starts: readonly string[]): string[] {
  const run = piece.repeat(Math.ceil(length / piece.length))
  return [...starts.map((start) => `${start}${run}\u0001`), `a${run}a`]
}

/** Made once for all expressions. */
const general = pieces.flatMap((piece) => textsOf(piece, ['', 'a']))

/** Texts of 50 KB that make a matcher which goes back and forth do so as often as it can. */
export function hostileTexts(source: string): string[] {
  const words = spelled(source)
  const own = words.filter((word) => !pieces.includes(word)).flatMap((piece) => textsOf(piece, ['', 'a', ...words]))
  const others = pieces.flatMap((piece) => textsOf(piece, words).slice(0, -1))
  return [...general, ...others, ...own]
}
