import { setTimeout as sleep } from 'node:timers/promises'
import { pick } from '../random.ts'
import { isInside } from './access-model.ts'
import type { Tried } from './attempt.ts'
import { type Attempt, createKey, drawSome, fullAccess, makeKey, removeKeys } from './made-key.ts'

const loopback = (random: () => number) =>
  `127.${[pick(random, [0, 0, 1, 128, 255]), pick(random, [0, 0, 7, 255]), 1 + Math.floor(random() * 9)].join('.')}`

/** Networks within 127.0.0.0/8 of every size, so that addresses are just inside and just outside of them. */
function drawNetwork(random: () => number): string {
  const bits = 9 + Math.floor(random() * 24)
  return bits === 32 ? loopback(random) : `${loopback(random)}/${bits}`
}

const forwarded = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'true-client-ip', 'cf-connecting-ip', 'x-client-ip']

/** A key that is bound to addresses is used from another one, which may claim to be a proxy of the right one. */
export async function tryAddress(attempt: Attempt): Promise<Tried[]> {
  const { random, own, send } = attempt
  const allowedIps = [...drawSome(random, [1, 2, 3], 2).map(() => drawNetwork(random)), '203.0.113.7']
  const key = await makeKey(attempt, own.key, { allowedIps })
  const from = loopback(random)
  const isAllowed = isInside(from, allowedIps)
  const name = pick(random, forwarded)
  const claim = name === 'forwarded' ? 'for=203.0.113.7' : '203.0.113.7'
  const headers = random() < 0.5 ? { [name]: claim } : {}
  const got = await send({ method: 'GET', path: '/keys/current', as: key.apiKey, from, headers })
  await removeKeys(attempt, [key])
  const what = `from ${from} ${JSON.stringify(headers)} with a key for ${allowedIps.join(' ')}`
  return [{ kind: 'addresses', what, codes: isAllowed ? null : ['unauthorized'], got }]
}

/** The time until an instant, by the clock that gateways on this machine have as well. */
async function until(instant: number): Promise<void> {
  while (Date.now() < instant) await sleep(Math.max(0, instant - Date.now() - 1))
}

/** A key and one that it created are used at the edge of their expiry. */
export async function tryExpired(attempt: Attempt): Promise<Tried[]> {
  const { random, own, send } = attempt
  const expiresAt = Date.now() + 1_500 + Math.floor(random() * 200)
  const parent = await makeKey(attempt, own.key, { ...fullAccess, expiresAt })
  const { status, body } = await createKey(attempt, parent.apiKey, {})
  // A machine that is slow may have created it too late.
  const child = status === 201 ? { ...parent, apiKey: String(body.apiKey) } : parent
  const kind = 'expired keys'
  const using = pick(random, [parent, child])
  const early = await send({ method: 'GET', path: '/keys/current', as: using.apiKey })
  // A response that was there before the expiry belongs to a request that had to be carried out.
  const inTime = Date.now() < expiresAt
  await until(expiresAt + Math.floor(random() * 3))
  const path = pick(random, ['/keys/current', '/profiles', '/events', '/keys'])
  const late = await send({ method: 'GET', path, as: using.apiKey })
  const made = await send({ method: 'POST', path: '/keys', as: parent.apiKey, json: { name: 'Longer' } })
  await removeKeys(attempt, [parent])
  const expired = ['unauthorized']
  return [
    ...(inTime ? [{ kind, what: 'before its expiry', codes: null, got: early }] : []),
    { kind, what: `GET ${path} after its expiry`, codes: expired, got: late },
    { kind, what: 'a key is created after the expiry of its parent', codes: expired, got: made },
  ]
}

/** A deleted key is rejected within this time even if its notification is lost. */
const deletedMs = 5_500

/** A key is used after one above it was deleted; keys are created with it and under it. */
export async function tryDeleted(attempt: Attempt): Promise<Tried[]> {
  const { random, own, send } = attempt
  const parent = await makeKey(attempt, own.key, {})
  const child = await makeKey(attempt, parent.apiKey, { budgets: { publishesPerDay: 5 } })
  const grandchild = await makeKey(attempt, child.apiKey, {})
  await send({ method: 'GET', path: '/keys/current', as: grandchild.apiKey })
  const deleting = pick(random, [parent, child])
  await send({ method: 'DELETE', path: `/keys/${deleting.keyId}`, as: pick(random, [own.key, deleting.apiKey]) })
  const from = Date.now()
  const using = deleting === parent ? pick(random, [parent, child, grandchild]) : pick(random, [child, grandchild])
  const kind = 'deleted keys'
  const made = await send({ method: 'POST', path: '/keys', as: using.apiKey, json: { name: 'Left over' } })
  // Each gateway, as often as they are drawn, until the time is over.
  let got = await send({ method: 'GET', path: '/keys/current', as: using.apiKey })
  for (let rejections = got.status === 401 ? 1 : 0; rejections < 6 && Date.now() - from < deletedMs; ) {
    got = await send({ method: 'GET', path: '/profiles', as: using.apiKey })
    rejections = got.status === 401 ? rejections + 1 : 0
  }
  await removeKeys(attempt, [parent])
  return [
    { kind, what: 'a key is created by a deleted one', codes: ['unauthorized'], got: made },
    { kind, what: `used ${Date.now() - from} ms after its deletion`, codes: ['unauthorized'], got },
  ]
}
