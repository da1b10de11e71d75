import type { PublishAttempt as Attempt, PublishStatus } from '@carillon/client'

/** The statuses that can be filtered by, in the order of a publish's life. */
export const filterStatuses: readonly PublishStatus[] = ['processing', 'accepted', 'published', 'failed', 'unknown']

/** The outcomes of an attempt in sentences. */
export const outcomeWords: Readonly<Record<Exclude<Attempt['outcome'], null>, string>> = {
  succeeded: 'The network confirmed it.',
  rejected: 'The network rejected it.',
  not_sent: 'Nothing was sent, so it was safe to try again.',
  indeterminate: 'The response was lost. Carillon asked the network what had become of it.',
  reconciled: 'The response was lost, and the result was found at the network.',
  absent: 'The response was lost, and nothing was found at the network.',
}

/** A step such as `create-container` or `post[0]` as words: "Create container", "Post 1". */
export function stepWords(step: string): string {
  const counted = step.replaceAll(/\[(\d+)\]/g, (_, index: string) => ` ${Number(index) + 1}`)
  const words = counted.replaceAll(/[-_.]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A duration in milliseconds as text: `850 ms`, `4.2 s`, `3 min 20 s`, `2 h 5 min`. */
export function durationWords(ms: number): string {
  if (ms < 1_000) return `${ms} ms`
  if (ms < 59_950) return `${(ms / 1_000).toFixed(1)} s`
  const seconds = Math.round(ms / 1_000)
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** A size in bytes as text, in powers of 1,000: `850 bytes`, `12 kB`, `3.4 MB`. */
export function sizeWords(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`
  if (bytes < 999_500) return `${Math.round(bytes / 1_000)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
