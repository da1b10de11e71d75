import type { ReplayWebhookEndpointRequest } from '@carillon/client'
import type { EventSelector } from '../../ui/event-selector.ts'

/** What is to be replayed. */
export interface ReplayChoice {
  /** How far back, in hours; a value of `periods`. */
  hours: string
  /** Empty for all types that the endpoint takes. */
  types: readonly EventSelector[]
  onlyFailed: boolean
}

/** The periods of time to choose from. Events are kept for 30 days by default. */
export const periods = [
  { value: '1', label: 'The last hour' },
  { value: '24', label: 'The last day' },
  { value: '168', label: 'The last 7 days' },
  { value: '720', label: 'The last 30 days' },
] as const

const hourMs = 3_600_000

/** The request that replays what was chosen. */
export function replayBody({ hours, types, onlyFailed }: ReplayChoice, now: number): ReplayWebhookEndpointRequest {
  const since = new Date(now - Number(hours) * hourMs).toISOString()
  return { since, onlyFailed, ...(types.length > 0 && { types: [...types] }) }
}

const eventsWords = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'event' : 'events'}`

/** What a replay of so many events would do. `max` is the maximum of one replay. */
export function replayWords(count: number, max: number): string {
  if (count === 0) return 'No event matches, or each one has a pending delivery already.'
  const first = count >= max ? `The first ${eventsWords(count)}` : eventsWords(count)
  return `${first} will be delivered again, oldest first. Events with a pending delivery are left out.`
}

/** How many deliveries were created, and whether to repeat it. */
export function replayedWords(count: number, max: number): string {
  if (count === 0) return 'No event matches: nothing is delivered again.'
  const words = `${eventsWords(count)} ${count === 1 ? 'is' : 'are'} delivered again.`
  return count >= max ? `${words} There may be more: replay again.` : words
}
