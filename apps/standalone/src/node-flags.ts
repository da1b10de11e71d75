/**
 * The flag that limits each half of V8's young generation, where new objects are created, to 8 MiB. With more, so many
 * buffers of a large body wait for collection that Node walks its whole heap several times during an upload, which then
 * takes nearly twice as long.
 */
const youngGeneration = '--max-semi-space-size=8'

/**
 * The flag that makes V8 create all objects in the young generation. By default, it creates those of a place in the
 * code where most objects have lived long, such as those of the first requests while they wait for the database, in the
 * old generation, for good. Each later request is then kept, with all that it refers to, until the next full
 * collection.
 */
const alwaysYoung = '--no-allocation-site-pretenuring'

/**
 * The flag that starts a collection of V8's old generation when it has grown by 50 percent. A job keeps the pages that
 * it reads until they are stored, so they become old; by default, V8 lets the heap grow to four times what is in
 * use.
 */
const oldGeneration = '--heap-growing-percent=50'

/**
 * The environment of a bundled gateway or worker. One arena of `malloc` serves all threads, so that the memory that one
 * releases is reused by others. Node's cache of compiled code is off, as a process keeps in memory what it reads from
 * the cache. The container image sets the same.
 */
export const bundledEnv = { MALLOC_ARENA_MAX: '1', NODE_COMPILE_CACHE: undefined } as const

export type ProcessName = 'gateway' | 'worker' | 'sandbox'

/** The command-line flags (for V8's memory) with which Node runs each process. The container image uses the same. */
export const nodeFlags: Readonly<Record<ProcessName, readonly string[]>> = {
  gateway: [youngGeneration, alwaysYoung],
  worker: [youngGeneration, alwaysYoung, oldGeneration],
  sandbox: [youngGeneration, alwaysYoung],
}
