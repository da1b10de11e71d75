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

/** What will be replayed, as a sentence. `taken` are the types that the endpoint takes. */
export function replayWords({ hours, types, onlyFailed }: ReplayChoice, taken: readonly string[]): string {
  const period = periods.find(({ value }) => value === hours)?.label.toLowerCase() ?? ''
  const which = onlyFailed ? 'that it has not received' : 'whether it has received them or not'
  const chosen = types.length > 0 ? `${types.join(', ')}, as far as it takes ${taken.join(', ')}` : taken.join(', ')
  return `Every event of ${period} is delivered again, oldest first, ${which}. Types: ${chosen}. Events with a pending delivery are left out.`
}

/** How many deliveries were created, and whether to repeat it. */
export function replayedWords(count: number): string {
  if (count === 0) return 'No event matches: nothing is delivered again.'
  return `${count.toLocaleString('en')} ${count === 1 ? 'event is' : 'events are'} delivered again.`
}
