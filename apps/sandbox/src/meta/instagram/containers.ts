import { DAY_MS } from '../graph/graph-time.ts'
import type { Container } from '../posts.ts'

export type ContainerStatus = 'IN_PROGRESS' | 'FINISHED' | 'ERROR' | 'EXPIRED' | 'PUBLISHED'

/** How far a container is. An undecodable image shows as `ERROR` only once it was worked on; nothing outlives 24 hours unpublished. */
export function containerStatus(container: Container, now: number, imageMs: number): ContainerStatus {
  if (container.publishedAs !== null) return 'PUBLISHED'
  const age = now - container.createdAt
  if (age >= DAY_MS) return 'EXPIRED'
  if (age < imageMs) return 'IN_PROGRESS'
  return container.failure === null ? 'FINISHED' : 'ERROR'
}
