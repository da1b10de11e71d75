import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiResponse, Cluster, Json } from '../cluster.ts'
import type { Owner } from './owners.ts'
import type { Planned } from './plan-schedules.ts'

/** What a customer needs of an installation, and who the customers are. */
export interface Customers {
  cluster: Pick<Cluster, 'call'>
  owners: readonly Owner[]
  /** The time by the clock of the run. */
  now(): number
}

const pauseMs = 500
const timeoutMs = 30_000
/** How long after it was sent a schedule may be stored. */
const storedWithinMs = 20_000

const ownerOf = ({ owners }: Customers, { owner }: Planned): Owner => {
  const found = owners[owner]
  if (!found) throw new Error(`there is no owner ${owner}`)
  return found
}

interface Call {
  method: string
  path: string
  body?: unknown
  headers?: Record<string, string>
}

/** One response with what it says; null if none existed, or if it only says that something of Carillon's was away. */
async function request(customers: Customers, planned: Planned, call: Call): Promise<ApiResponse | null> {
  const { method, path, body, headers: more } = call
  const headers = { ...ownerOf(customers, planned).headers, ...more }
  const response = await customers.cluster.call(method, path, body, { headers, timeoutMs }).catch(() => null)
  return response === null || response.status >= 500 ? null : response
}

/** Reads until there is a response. */
async function read(customers: Customers, planned: Planned, path: string): Promise<Json> {
  for (;;) {
    const response = await request(customers, planned, { method: 'GET', path })
    if (response?.status === 200) return response.body
    await sleep(pauseMs)
  }
}

/** Sends a schedule once. Returns it if it was stored, also if only the response was lost; undefined if it was not. */
async function send(customers: Customers, planned: Planned): Promise<Json> {
  const { mark: requestId, publishAt, onLate } = planned
  const { accountId } = ownerOf(customers, planned)
  const before = customers.now() + storedWithinMs
  const body = { publishAt, onLate, post: { platform: 'bluesky', accountId, text: `Post ${requestId}` } }
  const headers = { 'x-request-id': requestId, 'x-publish-before': new Date(before).toISOString() }
  const response = await request(customers, planned, { method: 'POST', path: '/schedules', body, headers })
  if (response?.status === 201) return response.body
  if (response && response.status !== 408) throw new Error(`${requestId}: ${JSON.stringify(response)}`)
  // What is found after that time is final.
  await sleep(Math.max(0, before + 1_000 - customers.now()))
  return (await read(customers, planned, `/schedules?requestId=${requestId}`)).schedules[0]
}

/** Schedules a post as the documentation says: after a lost response it is looked for before it is sent again. */
export async function schedule(customers: Customers, planned: Planned): Promise<void> {
  for (;;) {
    const stored = await send(customers, planned)
    if (!stored) continue
    planned.id = stored.scheduleId
    return
  }
}

interface Change extends Call {
  /** Whether the schedule is as the change makes it. */
  isMade(schedule: Json): boolean
}

/** Requests a change until it was made or the schedule can no longer be changed. Returns whether it was made. */
async function change(customers: Customers, planned: Planned, { isMade, ...call }: Change): Promise<boolean> {
  for (;;) {
    const response = await request(customers, planned, call)
    if (response?.status === 200) return true
    if (response?.status === 409) return false
    if (response) throw new Error(`${planned.mark}: ${JSON.stringify(response)}`)
    const schedule = await read(customers, planned, `/schedules/${planned.id}`)
    if (isMade(schedule)) return true
    if (schedule.status !== 'scheduled' && schedule.status !== 'held') return false
    await sleep(pauseMs)
  }
}

const pathOf = ({ id }: Planned) => `/schedules/${id}`

export const cancel = (customers: Customers, planned: Planned): Promise<boolean> =>
  change(customers, planned, {
    ...{ method: 'DELETE', path: pathOf(planned) },
    isMade: ({ status }) => status === 'cancelled',
  })

export const release = (customers: Customers, planned: Planned): Promise<boolean> =>
  change(customers, planned, {
    ...{ method: 'POST', path: `${pathOf(planned)}/release`, body: {} },
    // It cannot be known who took it.
    isMade: ({ publishId }) => publishId !== null,
  })

/** Moves a schedule to another time, and notes it if that was done. */
export async function move(customers: Customers, planned: Planned, due: number): Promise<boolean> {
  const publishAt = new Date(due).toISOString()
  const isMade = ({ publishAt: { instant } }: Json) => Date.parse(instant) === due
  const body = { publishAt }
  const isMoved = await change(customers, planned, { method: 'PATCH', path: pathOf(planned), body, isMade })
  if (isMoved) Object.assign(planned, { publishAt, due })
  return isMoved
}

/** All schedules of all owners by their marks, as the API lists them. */
export async function listAll({ cluster, owners }: Customers): Promise<Map<string, Json[]>> {
  const seen = new Map<string, Json[]>()
  for (const { headers } of owners) {
    let cursor = ''
    do {
      const path = `/schedules?limit=200${cursor === '' ? '' : `&cursor=${cursor}`}`
      const { status, body } = await cluster.call('GET', path, undefined, { headers })
      if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`)
      for (const found of body.schedules) seen.set(found.requestId, [...(seen.get(found.requestId) ?? []), found])
      cursor = body.nextCursor ?? ''
    } while (cursor !== '')
  }
  return seen
}

/** Does something for all, so many at a time. */
export async function inParallel<T>(
  all: readonly T[],
  size: number,
  work: (one: T) => Promise<unknown>,
): Promise<void> {
  const waiting = all.values()
  const next = async () => {
    for (const one of waiting) await work(one)
  }
  await Promise.all(Array.from({ length: size }, next))
}
