/** The poll intervals in milliseconds, while something is being processed and otherwise. */
const activeMs = 2_000
const idleMs = 15_000

/**
 * The time in milliseconds until a list or an object is read again: 2 seconds while something in it is being processed,
 * otherwise 15. Pages that are hidden do not poll.
 */
export function pollingInterval(isActive: boolean): number {
  return isActive ? activeMs : idleMs
}
