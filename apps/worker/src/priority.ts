import { getPriority, setPriority } from 'node:os'

/**
 * Lowers the priority of this process, so that a busy worker does not delay the responses of a gateway on the same
 * machine. A process that already has a lower priority keeps it: only the superuser may raise one.
 * @param niceness from 0 to 19, as `nice` counts
 */
export function yieldProcessor(niceness: number): void {
  if (getPriority() < niceness) setPriority(niceness)
}
