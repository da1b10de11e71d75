import type { Capability } from '../../data/facts.ts'

/** How many videos a report can have, from its cell of the capability matrix; `max` is the maximum number of ids. */
export interface VideoRules {
  max: number
  /** The number of the newest videos that the report has if no ids are sent; null if the matrix does not say. */
  newest: number | null
}

/** The rules of a report, from its cell of the capability matrix; null for a report that takes no ids of videos. */
export function videoRulesOf(cell: Capability): VideoRules | null {
  if (cell === false) return null
  const { videoIds, defaultVideos } = cell
  if (typeof videoIds !== 'number') return null
  return { max: videoIds, newest: typeof defaultVideos === 'number' ? defaultVideos : null }
}

/** The distinct ids in a text, separated by spaces, commas or semicolons, in order. */
export function videoIdsIn(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/))].filter((id) => id !== '')
}

/** A sentence for the user: why the text has too many ids; null if they can be requested. An empty text is valid. */
export function videoIdsProblem(text: string, { max }: VideoRules): string | null {
  const { length } = videoIdsIn(text)
  return length > max ? `${length} ids; the maximum is ${max}. Remove ${length - max}.` : null
}

/** The description of the field: the maximum number of ids, and the effect of an empty field. */
export function videoIdsWords({ max, newest }: VideoRules): string {
  return `Up to ${max} ids, separated by commas. Empty: ${newest === null ? 'the newest videos' : `the ${newest} newest videos`}.`
}
