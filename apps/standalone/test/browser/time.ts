// Required by mocha in each process that runs browser tests.

/** When no further file is to be started, in ms since 1970; Infinity without BROWSER_TESTS_UNTIL. */
const until = Number(process.env['BROWSER_TESTS_UNTIL'] ?? Number.POSITIVE_INFINITY)

/** @public Read by mocha. */
export const mochaHooks: Mocha.RootHookObject = {
  // Runs once for each file where files run side by side.
  beforeAll(this: Mocha.Context) {
    if (Date.now() > until) this.skip()
  },
}
