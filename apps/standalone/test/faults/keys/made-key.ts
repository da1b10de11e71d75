import type { Json } from '../cluster.ts'
import { pick } from '../random.ts'
import type { Access } from './access-model.ts'
import { budgetNames } from './access-model.ts'
import type { Misused } from './misused.ts'
import { everyScope } from './scope-model.ts'
import type { Received, Sender } from './sender.ts'

/** What every attempt is made with. */
export interface Attempt extends Misused {
  send: Sender
  random(): number
  /** Leaves out what would destroy objects of the organization if it passed. */
  isSparing: boolean
}

/** A key that was created, with the access that the model gives it. */
export interface Made {
  keyId: string
  apiKey: string
  access: Access
}

export const fullAccess: Access = { scopes: ['*'], profileIds: null, budgets: null, allowedIps: null, expiresAt: null }

/** The access of a key as the API describes it. */
export function accessIn({ scopes, profileId, profileIds, budgets, allowedIps, expiresAt }: Json): Access {
  return {
    scopes,
    profileIds: profileIds ?? (profileId === null ? null : [profileId]),
    budgets,
    allowedIps,
    expiresAt: expiresAt === null ? null : Date.parse(expiresAt),
  }
}

/** The fields of a request for a key with an access. */
export function fieldsOf({ scopes, profileIds, budgets, allowedIps, expiresAt }: Partial<Access>): object {
  return {
    ...(scopes && { scopes }),
    ...(profileIds && { profileIds }),
    ...(budgets && { budgets }),
    ...(allowedIps && { allowedIps }),
    ...(expiresAt && { expiresAt: new Date(expiresAt).toISOString() }),
  }
}

export const createKey = ({ send }: Attempt, as: string, access: Partial<Access>): Promise<Received> =>
  send({ method: 'POST', path: '/keys', as, json: { name: 'Made', ...fieldsOf(access) } })

/** Creates a key that the one with which it is created may create; throws otherwise. */
export async function makeKey(attempt: Attempt, as: string, access: Partial<Access>): Promise<Made> {
  const { status, body, text } = await createKey(attempt, as, access)
  if (status !== 201) throw new Error(`a key was not created: ${status} ${text} for ${JSON.stringify(access)}`)
  return { keyId: body.keyId, apiKey: body.apiKey, access: accessIn(body) }
}

/** Deletes keys with those that they created. A run makes more of them than an organization may have at a time. */
export async function removeKeys({ send, own }: Attempt, made: readonly Made[]): Promise<void> {
  for (const { keyId } of made) await send({ method: 'DELETE', path: `/keys/${keyId}`, as: own.key })
}

const isDrawn = (random: () => number, share: number) => random() < share

export function drawSome<T>(random: () => number, from: readonly T[], max: number): T[] {
  const count = 1 + Math.floor(random() * max)
  return [...new Set(Array.from({ length: count }, () => pick(random, from)))]
}

function drawBudgets(random: () => number): Record<string, number> {
  const names = drawSome(random, budgetNames, 3)
  // Enough requests per minute for the attempt itself.
  const sizes = (name: string) => (name === 'requestsPerMinute' ? 1_000 : 0) + Math.floor(random() * 4)
  return Object.fromEntries(names.map((name) => [name, sizes(name)]))
}

/** Networks that contain the address from which the attempts are made, and others. */
const homeNetworks = ['127.0.0.0/8', '127.0.0.0/16', '127.0.0.0/24', '127.0.0.1', '0.0.0.0/0', '126.0.0.0/7']
const otherNetworks = ['203.0.113.0/24', '203.0.113.7', '::/0', '2001:db8::/32', '2001:db8::7', '10.0.0.0/8']

function drawNetworks(random: () => number, { usable }: { usable: boolean }): string[] {
  const all = [...homeNetworks, ...otherNetworks]
  return [...new Set([...(usable ? [pick(random, homeNetworks)] : []), ...drawSome(random, all, 2)])]
}

/** Around the same instant, to the millisecond, so that keys expire shortly before and after each other. */
const instants = [0, 1, 999, 1_000].map((ms) => Date.parse('2031-03-01T00:00:00.000Z') + ms)

/** The access of a key that can be used here and create keys. */
export function drawAccess(random: () => number): Access {
  return {
    scopes: isDrawn(random, 0.3) ? ['*'] : ['keys:write', ...drawSome(random, everyScope, 4)],
    profileIds: null,
    budgets: isDrawn(random, 0.6) ? drawBudgets(random) : null,
    allowedIps: isDrawn(random, 0.5) ? drawNetworks(random, { usable: true }) : null,
    expiresAt: isDrawn(random, 0.5) ? pick(random, instants) : null,
  }
}

/** What is asked for of a key; parts are missing. */
export function drawWish(random: () => number): Partial<Access> {
  return {
    ...(isDrawn(random, 0.8) && { scopes: drawSome(random, ['*', 'keys:write', ...everyScope], 3) }),
    ...(isDrawn(random, 0.6) && { budgets: drawBudgets(random) }),
    ...(isDrawn(random, 0.5) && { allowedIps: drawNetworks(random, { usable: false }) }),
    ...(isDrawn(random, 0.5) && { expiresAt: pick(random, instants) }),
  }
}
