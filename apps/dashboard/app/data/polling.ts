/** While something is being processed, and otherwise; nothing is polled while the page is hidden. */
const activeMs = 2_000
const idleMs = 15_000

/** The pause before a list or an object is read again. */
export function pollingInterval(isActive: boolean): number {
  return isActive ? activeMs : idleMs
}
