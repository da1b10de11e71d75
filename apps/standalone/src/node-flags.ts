/**
 * Large bodies pass through as buffers outside of the heap, next to young strings. With more than 8 MiB for young
 * objects, so many of them wait for collection that Node walks its whole heap several times during an upload, which
 * then takes nearly twice as long.
 */
const youngGeneration = '--max-semi-space-size=8'

/**
 * The percentage by which old objects may grow before they are collected. A job keeps its pages until they are stored,
 * so they become old; Node's own limit would allow four times as much as is in use.
 */
const oldGeneration = '--heap-growing-percent=50'

export type ProcessName = 'gateway' | 'worker' | 'sandbox'

/** The command-line flags (for V8's memory) with which Node runs each process. The container image uses the same. */
export const nodeFlags: Readonly<Record<ProcessName, readonly string[]>> = {
  gateway: [youngGeneration],
  worker: [youngGeneration, oldGeneration],
  sandbox: [youngGeneration],
}
