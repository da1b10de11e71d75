import type { Capability } from '../../data/facts.ts'

/** The maximum number of videos in a report, by its cell of the capability matrix. */
export interface VideoRules {
  max: number
  /** How many of the newest it has without ids; null if the matrix does not say. */
  newest: number | null
}

/** Null for a report that takes no ids of videos. */
export function videoRulesOf(cell: Capability): VideoRules | null {
  if (cell === false) return null
  const { videoIds, defaultVideos } = cell
  if (typeof videoIds !== 'number') return null
  return { max: videoIds, newest: typeof defaultVideos === 'number' ? defaultVideos : null }
}

/** The ids in a text, however they are separated, each once. */
export function videoIdsIn(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/))].filter((id) => id !== '')
}

/** Why the input is invalid; null if it can be requested. */
export function videoIdsProblem(text: string, { max }: VideoRules): string | null {
  const { length } = videoIdsIn(text)
  return length > max ? `${length} ids; the maximum is ${max}. Remove ${length - max}.` : null
}

/** The allowed input, in words. */
export function videoIdsWords({ max, newest }: VideoRules): string {
  return `Up to ${max} ids, separated by commas. Empty: ${newest === null ? 'the newest videos' : `the ${newest} newest videos`}.`
}
