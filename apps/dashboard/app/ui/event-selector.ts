import type { CreateWebhookEndpointRequest } from '@carillon/client'
import { useMemo } from 'react'
import { useFacts } from '../data/facts.ts'

/** A type of events, or a pattern that stands for several. */
export type EventSelector = CreateWebhookEndpointRequest['types'][number]

/** All patterns, then all types of events; empty until the facts are loaded. */
export function useEventSelectors(): readonly EventSelector[] {
  const events = useFacts()?.events
  return useMemo(() => (events ? [...events.patterns, ...events.types] : []), [events])
}
