import type { ReplayWebhookEndpointRequest } from '@carillon/client'
import type { EventSelector } from '../../ui/event-selector.ts'

/** Which events to deliver again. With `onlyFailed`, only those that the endpoint has not received. */
export interface ReplayChoice {
  /** The age in hours up to which events are replayed; a value of `periods`. */
  hours: string
  /** The types to replay; empty for all types of the endpoint. */
  types: readonly EventSelector[]
  onlyFailed: boolean
}

/** The periods to choose from, in hours. Events are kept for 30 days by default. */
export const periods = [
  { value: '1', label: 'The last hour' },
  { value: '24', label: 'The last day' },
  { value: '168', label: 'The last 7 days' },
  { value: '720', label: 'The last 30 days' },
] as const

const hourMs = 3_600_000

/** The request body that replays the chosen events, if it is now `now` (ms since 1970). */
export function replayBody({ hours, types, onlyFailed }: ReplayChoice, now: number): ReplayWebhookEndpointRequest {
  const since = new Date(now - Number(hours) * hourMs).toISOString()
  return { since, onlyFailed, ...(types.length > 0 && { types: [...types] }) }
}

const eventsWords = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'event' : 'events'}`

/**
 * A sentence that says what a replay of `count` events would do. `max` is the maximum number of events in one replay.
 */
export function replayWords(count: number, max: number): string {
  if (count === 0) return 'No event matches, or each one has a pending delivery already.'
  const first = count >= max ? `The first ${eventsWords(count)}` : eventsWords(count)
  return `${first} will be delivered, oldest first. Events with a pending delivery are left out.`
}

/**
 * Says how many deliveries a replay created and, at `max`, the maximum of one replay, how to replay the events after
 * them: unless `onlyFailed`, the same replay would begin with the same events.
 */
export function replayedWords(
  count: number,
  { max, onlyFailed }: { max: number } & Pick<ReplayChoice, 'onlyFailed'>,
): string {
  if (count === 0) return 'No event matches: nothing is delivered.'
  const words = `${eventsWords(count)} ${count === 1 ? 'is' : 'are'} being delivered.`
  if (count < max) return words
  return onlyFailed
    ? `${words} There may be more: replay again.`
    : `${words} There may be more. The same replay would deliver these again: replay only events that the endpoint has not received, or parts of the period with the API.`
}
