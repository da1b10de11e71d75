import { DAY_MS } from '../graph/graph-time.ts'
import type { Container } from '../state/posts.ts'

export type ContainerStatus = 'IN_PROGRESS' | 'FINISHED' | 'ERROR' | 'EXPIRED' | 'PUBLISHED'

/**
 * Returns the status of a container at `now` (ms since the epoch). An image that cannot be decoded becomes `ERROR`
 * after processing; unpublished containers expire after 24 hours.
 * @param imageMs the time in ms that processing takes
 */
export function containerStatus(container: Container, now: number, imageMs: number): ContainerStatus {
  if (container.publishedAs !== null) return 'PUBLISHED'
  const age = now - container.createdAt
  if (age >= DAY_MS) return 'EXPIRED'
  if (age < imageMs) return 'IN_PROGRESS'
  return container.failure === null ? 'FINISHED' : 'ERROR'
}
