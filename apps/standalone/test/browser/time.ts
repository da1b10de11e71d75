// Required by mocha in each process that runs browser tests.

/** How long one test may take in milliseconds, also on a busy machine: beyond it, it waits for what never comes. */
export const testLimitMs = 5 * 60_000

/** The result of `work`. If it has not ended after `ms`, an error says so; the work itself goes on. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const limit = Promise.withResolvers<never>()
  const timer = setTimeout(() => limit.reject(new Error(`The test did not end within ${ms / 1000} seconds.`)), ms)
  try {
    return await Promise.race([work, limit.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** When no further file is to be started, in ms since 1970; Infinity without BROWSER_TESTS_UNTIL. */
const until = Number(process.env['BROWSER_TESTS_UNTIL'] ?? Number.POSITIVE_INFINITY)

/** @public Read by mocha. */
export const mochaHooks: Mocha.RootHookObject = {
  // Runs once for each file where files run side by side.
  beforeAll(this: Mocha.Context) {
    if (Date.now() > until) this.skip()
  },
}
