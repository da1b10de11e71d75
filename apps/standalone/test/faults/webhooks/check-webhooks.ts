import type { Json } from '../cluster.ts'
import type { RunEndpoint } from './endpoints.ts'
import type { Got } from './receivers.ts'

/** Milliseconds after which an endpoint that was disabled or deleted must get nothing more. */
const graceMs = 5_000

/** A write of the journal that has ended. */
export interface EndedWrite {
  id: string
  kind: 'publish' | 'comment.create' | 'message.send'
  account_id: string
  status: string
  provider_ids: string[]
}

/** What a network holds of the run: the writes' kind with the id of the post, comment or message. */
interface HeldObject {
  kind: EndedWrite['kind']
  id: string
}

export interface WebhookEvidence {
  writes: readonly EndedWrite[]
  /** The events of the feed, in its order. */
  feed: readonly Json[]
  held: readonly HeldObject[]
  endpoints: readonly RunEndpoint[]
  /** Ids of events that the database says were delivered, by endpoint. */
  delivered: ReadonlyMap<string, ReadonlySet<string>>
  got(name: string): ReadonlyMap<string, Got>
}

export interface WebhookFaults {
  /** Changes of the journal without their event, or with several. */
  journal: string[]
  /** Events of the feed that are listed twice, or out of the order of their object. */
  feed: string[]
  /** What the networks hold without its event, or with several. */
  networks: string[]
  /** Events that an endpoint did not get, or got and should not have. */
  deliveries: string[]
  /** Deliveries to endpoints that had been disabled or deleted. */
  ended: string[]
}

const oneOf = {
  publish: {
    succeeded: 'publish.published',
    failed: 'publish.failed',
    unknown: 'publish.unknown',
  },
  'comment.create': { succeeded: 'comment.created' },
  'message.send': { succeeded: 'message.sent', failed: 'message.failed' },
} as const satisfies Record<EndedWrite['kind'], Partial<Record<string, string>>>

/** The type of the event by which an object of a network is known. */
const createdBy = { publish: 'publish.published', 'comment.create': 'comment.created', 'message.send': 'message.sent' }

function typeFor({ kind, status }: EndedWrite): string | undefined {
  return Object.entries(oneOf[kind]).find(([name]) => name === status)?.[1]
}

type ByObject = ReadonlyMap<string, readonly Json[]>

const keyOf = (type: string, id: string) => `${type.split('.')[0]} ${id}`

function journalFaults(writes: readonly EndedWrite[], byObject: ByObject): string[] {
  return writes.flatMap((write) => {
    const type = typeFor(write)
    if (type === undefined) return []
    const id = write.kind === 'comment.create' ? (write.provider_ids[0] ?? '') : write.id
    const events = (byObject.get(keyOf(type, id)) ?? []).filter(({ accountId }) => accountId === write.account_id)
    const found = events.filter((event) => event.type === type || event.type === 'publish.resolved')
    if (found.length !== 1) {
      return [
        `${write.kind} ${write.id} ${write.status}: ${found.length} × ${type} of ${events.map((one) => one.type)}`,
      ]
    }
    const ids: unknown = found[0].data.postIds
    const isSame = write.kind !== 'publish' || JSON.stringify(ids) === JSON.stringify(write.provider_ids)
    return isSame ? [] : [`publish ${write.id}: ${JSON.stringify(ids)}, the journal has ${write.provider_ids}`]
  })
}

function feedFaults(feed: readonly Json[]): string[] {
  const ids = new Set<string>()
  const last = new Map<string, number>()
  return feed.flatMap(({ id, type, accountId, object, sequence }) => {
    const key = `${accountId} ${object.type} ${object.id}`
    const before = last.get(key) ?? 0
    last.set(key, sequence)
    const isTwice = ids.has(id)
    ids.add(id)
    if (isTwice) return [`${type} ${id} is listed twice`]
    return sequence === before + 1 ? [] : [`${type} of ${key} has the number ${sequence} after ${before}`]
  })
}

/** A post, comment or message that several accounts of the run see raises an event for each of them. */
function networkFaults(held: readonly HeldObject[], feed: readonly Json[]): string[] {
  const known = new Map<string, number[]>()
  const ofAccounts = Map.groupBy(feed, ({ accountId }) => accountId)
  for (const events of ofAccounts.values()) {
    const times = new Map<string, number>()
    for (const { type, object, data } of events) {
      for (const id of idsOf(type, object.id, data)) times.set(`${type} ${id}`, (times.get(`${type} ${id}`) ?? 0) + 1)
    }
    for (const [key, count] of times) known.set(key, [...(known.get(key) ?? []), count])
  }
  return held.flatMap(({ kind, id }) => {
    const times = known.get(`${createdBy[kind]} ${id}`) ?? known.get(`publish.resolved ${id}`) ?? []
    const isOnce = times.length > 0 && times.every((count) => count === 1)
    return isOnce ? [] : [`${kind} ${id} is there, with ${times.join(' and ') || 0} events ${createdBy[kind]}`]
  })
}

function idsOf(type: string, objectId: string, data: Json): string[] {
  if (type === 'publish.published' || type === 'publish.resolved') return data.postIds
  return [type === 'message.sent' ? data.providerId : objectId]
}

const takes = (types: readonly string[], type: string) =>
  types.some((each) => each === '*' || each === type || (each.endsWith('.*') && type.startsWith(each.slice(0, -1))))

function deliveryFaults({ feed, endpoints, delivered, got }: WebhookEvidence): string[] {
  const known = new Map(feed.map(({ id, type }) => [id as string, type as string]))
  return endpoints.flatMap(({ id: endpointId, name, types, endedAt }) => {
    const arrived = got(name)
    const stray = [...arrived].filter(([id]) => !known.has(id) || !takes(types, known.get(id) ?? ''))
    const changed = [...arrived].filter(([, { bodies }]) => bodies.size !== 1)
    const faults = [
      ...stray.map(([id]) => `${name} got ${id} ${known.get(id) ?? 'that is not in the feed'}`),
      ...changed.map(([id]) => `${name} got different bodies of ${id}`),
    ]
    if (endedAt !== null) return faults
    const wanted = [...known].filter(([, type]) => takes(types, type))
    const missed = wanted.filter(([id]) => !arrived.has(id))
    const unsaid = wanted.filter(([id]) => !delivered.get(endpointId)?.has(id))
    return [
      ...faults,
      ...missed.map(([id, type]) => `${name} did not get ${type} ${id}`),
      ...unsaid.map(([id, type]) => `${type} ${id} is not said to be delivered to ${name}`),
    ]
  })
}

function endedFaults({ endpoints, got }: WebhookEvidence): string[] {
  return endpoints.flatMap(({ name, endedAt }) => {
    if (endedAt === null) return []
    const late = [...got(name)].filter(([, { lastAt }]) => lastAt > endedAt + graceMs)
    return late.map(([id, { lastAt }]) => `${name} got ${id} ${lastAt - endedAt} ms after its end`)
  })
}

/** Holds the feed against the journal, the networks, the deliveries and what receivers got. */
export function judgeWebhooks(evidence: WebhookEvidence): WebhookFaults {
  const { writes, feed, held } = evidence
  const byObject = Map.groupBy(feed, ({ type, object }) => keyOf(type, object.id))
  return {
    journal: journalFaults(writes, byObject),
    feed: feedFaults(feed),
    networks: networkFaults(held, feed),
    deliveries: deliveryFaults(evidence),
    ended: endedFaults(evidence),
  }
}
