import { allowFields } from '../../comments/actions.ts'
import type { Login } from '../state/grant.ts'
import type { State } from '../state/state.ts'

const keyOf = (login: Login, name: string) => ({ subject: `retired from ${login}`, name })

/**
 * Returns whether a test has set that a metric is no longer reported (`retireMetrics`), so that every call that
 * requests it is rejected.
 */
export function isRetired(state: State, login: Login, name: string): boolean {
  return state.figures.read(keyOf(login, name)) === true
}

/**
 * Handles `POST /person/figures` with `retired`: from now on, the metrics that `retired` lists are no longer reported,
 * and the others in `all` are. Returns `{ retired }`.
 * @throws RangeError if `retired` is not a list of names in `all`, or the body has another field
 */
export function retireMetrics(
  state: State,
  login: Login,
  { body, all }: { body: Record<string, unknown>; all: readonly string[] },
): unknown {
  allowFields(body, ['retired'])
  const metrics = body['retired']
  if (!Array.isArray(metrics) || metrics.some((name) => !all.includes(name))) {
    throw new RangeError(`retired: a list of ${all.join(', ')}`)
  }
  for (const name of all) state.figures.set(keyOf(login, name), metrics.includes(name))
  return { retired: metrics }
}
