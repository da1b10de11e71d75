import { pick } from '../random.ts'
import { holds } from './access-model.ts'
import type { Tried } from './attempt.ts'
import { type Attempt, drawSome, makeKey, removeKeys } from './made-key.ts'
import { type Described, everyScope, scopesOf } from './scope-model.ts'
import type { Sent } from './sender.ts'

const anyId = '0199d1b2-ffff-7000-8000-000000000000'

/** A path of an operation about objects that do not exist. */
const pathOf = ({ path }: Described): string => path.replace(/\{\w+\}/g, anyId)

/** Spellings of a request that some servers take for another operation. None may reach one that the key has no scope for. */
const disguises: readonly ((sent: Sent) => Sent)[] = [
  (sent) => sent,
  (sent) => sent,
  (sent) => sent,
  (sent) => ({ ...sent, path: `${sent.path}/` }),
  (sent) => ({ ...sent, path: sent.path.replace(/^\/./, (first) => first.toUpperCase()) }),
  (sent) => ({ ...sent, path: sent.path.replace('/', '//') }),
  (sent) => ({ ...sent, path: sent.path.replace(/^\/(.)/, (_, first) => `/%${first.charCodeAt(0).toString(16)}`) }),
  (sent) => ({ ...sent, path: `/platforms/..${sent.path}` }),
  (sent) => ({ ...sent, method: 'GET', headers: { 'x-http-method-override': sent.method } }),
  (sent) => ({ ...sent, headers: { 'x-original-url': '/api/v1/platforms', 'x-rewrite-url': '/api/v1/platforms' } }),
]

/** Codes of a request that names no operation. */
const noOperation = ['route_not_found', 'method_not_allowed']

/** Whether the key may do what a disguised request asks for by its words. */
function isAllowed(operations: readonly Described[], { method, path }: Sent, scopes: readonly string[]): boolean {
  const known = operations.filter((one) => one.method === method && pathOf(one) === path)
  return known.length > 0 && known.every((one) => scopesOf(one).every((scope) => holds(scopes, scope)))
}

/** A key does what it has no scope for. */
export async function tryScope(attempt: Attempt): Promise<Tried[]> {
  const { random, own, operations, send } = attempt
  const scoped = operations.filter((one) => scopesOf(one).length > 0)
  const operation = pick(random, scoped)
  const missing = pick(random, scopesOf(operation))
  const without = everyScope.filter((scope) => !holds([scope], missing))
  const scopes = random() < 0.4 ? without : drawSome(random, without, 6)
  const key = await makeKey(attempt, own.key, { scopes })
  const plain = { method: operation.method, path: pathOf(operation), as: key.apiKey }
  const sent = pick(random, disguises)(plain)
  if (isAllowed(operations, sent, scopes)) {
    await removeKeys(attempt, [key])
    return []
  }
  const got = await send(sent)
  await removeKeys(attempt, [key])
  const what = `${sent.method} ${sent.path} ${JSON.stringify(sent.headers ?? {})} with ${scopes.join(' ')}`
  return [{ kind: 'scope gaps', what, codes: ['insufficient_scope', ...noOperation], got }]
}
