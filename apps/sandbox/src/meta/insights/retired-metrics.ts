import type { Login } from '../state/grant.ts'
import type { State } from '../state/state.ts'

const keyOf = (login: Login, name: string) => ({ subject: `retired from ${login}`, name })

/** Returns whether a metric is no longer reported, so that every call that requests it is rejected. */
export function isRetired(state: State, login: Login, name: string): boolean {
  return state.figures.read(keyOf(login, name)) === true
}

/**
 * Sets which of the metrics in `all` are no longer reported, in place of those that were set before. Returns
 * `{ retired: metrics }`, the result for `POST /person/figures`.
 * @throws RangeError if `metrics` is not a list of names in `all`
 */
export function retireMetrics(
  state: State,
  login: Login,
  { metrics, all }: { metrics: unknown; all: readonly string[] },
): unknown {
  if (!Array.isArray(metrics) || metrics.some((name) => !all.includes(name))) {
    throw new RangeError(`retired: a list of ${all.join(', ')}`)
  }
  for (const name of all) state.figures.set(keyOf(login, name), metrics.includes(name))
  return { retired: metrics }
}
