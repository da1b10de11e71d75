import { getPriority, setPriority } from 'node:os'

/**
 * Lowers the priority of this process, so that a busy worker does not delay a gateway on the same machine. A process
 * that already has a lower priority keeps it, because only the superuser may raise one.
 * @param niceness from 0 to 19, as for `nice`
 */
export function yieldProcessor(niceness: number): void {
  if (getPriority() < niceness) setPriority(niceness)
}
