import type { Appearance } from '../form/post-schema.ts'

const segmenter = new Intl.Segmenter()

/**
 * The beginning of a trimmed text that a network shows, by its number of lines and graphemes, and whether the rest is
 * hidden. A word is not cut unless it is long.
 */
export function foldText(text: string, fold: Appearance['fold']): { shown: string; isFolded: boolean } {
  const whole = text.trim()
  if (fold === null) return { shown: whole, isFolded: false }
  const lines = whole.split('\n')
  const inLines = lines.slice(0, fold.lines).join('\n')
  const characters = [...segmenter.segment(inLines)]
  if (characters.length <= fold.characters) return { shown: inLines.trimEnd(), isFolded: lines.length > fold.lines }
  const cut = characters
    .slice(0, fold.characters)
    .map(({ segment }) => segment)
    .join('')
  // Not within a word, unless there is only one.
  const end = cut.search(/\s\S*$/)
  return { shown: (end > fold.characters / 2 ? cut.slice(0, end) : cut).trimEnd(), isFolded: true }
}

const links = /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]]/u

/** The host of the first http or https link of a text, without `www.`; null without one. */
export function linkedHost(text: string): string | null {
  const link = links.exec(text)?.[0]
  return link !== undefined && URL.canParse(link) ? new URL(link).host.replace(/^www\./, '') : null
}
