/**
 * Large bodies pass through as buffers outside the heap, with young text beside them: with more than 8 MiB of space for
 * young objects so many of them wait to be cleared away that Node walks its whole heap several times during an upload,
 * which then takes nearly twice as long.
 */
const youngGeneration = '--max-semi-space-size=8'

/**
 * Percent by which the old objects may grow before they are cleared away. A job keeps its pages until they are stored,
 * so that they grow old; Node's own bound lets four times as much accumulate as is in use.
 */
const oldGeneration = '--heap-growing-percent=50'

export type ProcessName = 'gateway' | 'worker' | 'sandbox'

/** The Node flags of each process of Carillon; the container image uses the same. */
export const nodeFlags: Readonly<Record<ProcessName, readonly string[]>> = {
  gateway: [youngGeneration],
  worker: [youngGeneration, oldGeneration],
  sandbox: [youngGeneration],
}
