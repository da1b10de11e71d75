import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Borrowed, borrow } from './borrowed.ts'
import { wasRolledBack } from './errors.ts'
import { GroupQuery, type Prepared } from './group-query.ts'
import type { Pool } from './pool.ts'
import type { Readers } from './row-query.ts'
import { readersOf, type Send, sendOnAny } from './send.ts'
import { isOutdated, type StatementNames } from './statement-names.ts'

/** A caller's statement, until its result is known. */
interface Waiting {
  text: string
  values: readonly unknown[]
  resolve(rows: unknown[]): void
  reject(error: unknown): void
}

/** The maximum number of statements in a group. */
const maxMembers = 32

/**
 * The maximum time in ms that a statement of a group waits for a lock, because the other statements of the group wait
 * with it. After that, each of them is sent alone and waits as long as any statement.
 */
const lockMs = 25

/** The time in ms after which another group is sent although the group before it has not ended. */
const nextAfterMs = lockMs

/** The minimum number of statements in a group after which the process counts as busy. */
const busyMembers = 3

/**
 * The time in ms for which statements are gathered after the group of a busy process, unless `enoughMembers` statements
 * wait already.
 */
const gatherMs = 3
const enoughMembers = 8

const limitLocks = { text: `select set_config('lock_timeout', $1, true)`, values: [`${lockMs}ms`] }

/**
 * Matches the PostgreSQL error codes of a server that is being stopped or lacks a resource. The statements of a group
 * are then not sent again, as this would add to the load.
 */
const failsForAll = /^5[378]/

/**
 * Returns whether a single statement can have caused the failure of a group, so that each statement of the group is
 * sent again alone.
 */
function isOfOne(error: unknown): boolean {
  return wasRolledBack(error) && error instanceof pg.DatabaseError && !failsForAll.test(error.code ?? '')
}

/** What groups of statements are sent with. */
interface GroupOptions {
  pool: Pool
  /** Sends a single statement on a connection. */
  send: Send
  /** The names under which statements are prepared. */
  names: StatementNames
  /**
   * Whether statements wait 3 ms longer after a group of three or more, unless eight wait already, so that a busy
   * process sends fewer and larger groups.
   */
  gathers: boolean
}

/**
 * Returns a function that sends a statement, in a group with others if there are any. The statements of a group
 * (`GroupQuery`) share a message and a transaction. The function resolves with the statement's rows, with camelCase
 * fields, and rejects with the error of the statement or of the connection. While a group is in flight, further
 * statements wait for its end, for at most 25 ms, and form the next group, of at most 32. If the server rejects one
 * statement of a group, nothing of the group is stored, and each statement is sent again alone. If the connection
 * breaks, or the server is stopping or short of a resource, all statements of the group are rejected.
 */
export function createGroups({ pool, send, names, gathers }: GroupOptions) {
  // Its name is one of the first, as later ones may be too many to be prepared.
  const limit: Prepared = { ...limitLocks, name: names.of(limitLocks.text, limitLocks.values) ?? '' }
  const waiting: Waiting[] = []
  let newest: Promise<void> | undefined
  let isPlanned = false
  let timer: NodeJS.Timeout | undefined
  // A group belongs to none of its callers, so that none of their contexts applies to it.
  const outside = AsyncLocalStorage.snapshot()

  async function sendAlone(on: Borrowed, { text, values, resolve, reject }: Waiting): Promise<boolean> {
    try {
      resolve((await send<unknown>(on, text, values)).rows)
      return true
    } catch (error) {
      reject(error)
      return false
    }
  }

  /** Sends statements in one message, on a connection on which all of them are prepared. */
  function sendMessage(
    on: Borrowed,
    members: readonly Prepared[],
    readers: Readers,
  ): Promise<readonly (unknown[] | Error)[]> {
    return on.watch(
      (client) =>
        new Promise((resolve, reject) => {
          // A pooler prepares statements on its own, and again after their columns have changed.
          const known: Readers = pool.pooled ? new Map() : readers
          client.query(new GroupQuery(members, known, (error, results) => (error ? reject(error) : resolve(results))))
        }),
    )
  }

  /**
   * Sends prepared statements in one message. Returns those that have to be sent again alone, because the group failed
   * or a statement is outdated; empty if none.
   */
  async function sendPrepared(
    on: Borrowed,
    members: readonly (Waiting & Prepared)[],
    readers: Readers,
  ): Promise<readonly Waiting[]> {
    const before = members.length > 1 ? [limit] : []
    try {
      const sent = await sendMessage(on, [...before, ...members], readers)
      const results = sent.slice(before.length)
      for (const [at, { resolve, reject }] of members.entries()) {
        const result = results[at]
        if (result === undefined || result instanceof Error) reject(result)
        else resolve(result)
      }
      return []
    } catch (error) {
      if (members.length > 1 ? isOfOne(error) : isOutdated(error)) return members
      for (const { reject } of members) reject(error)
      return []
    }
  }

  /**
   * Sends a group on a connection, and after it those of its statements that are not prepared on the connection yet.
   * Returns those that have to be sent alone.
   */
  async function sendOn(on: Borrowed, members: readonly Waiting[]): Promise<readonly Waiting[]> {
    const prepared = readersOf(on.client)
    const note = (name: string) => prepared.set(name, prepared.get(name))
    if (!prepared.has(limit.name)) {
      await send(on, limit.text, limit.values)
      note(limit.name)
    }
    const named = members.map((each) => ({ ...each, name: names.of(each.text, each.values) ?? '' }))
    const ready = named.filter(({ name }) => prepared.has(name))
    const left = ready.length > 0 ? await sendPrepared(on, ready, prepared) : []
    for (const each of named) {
      if (ready.includes(each)) continue
      if ((await sendAlone(on, each)) && each.name !== '') note(each.name)
    }
    return left
  }

  async function sendGroup(members: readonly Waiting[]): Promise<void> {
    try {
      const on = await borrow(pool)
      const left = await sendOn(on, members).finally(() => on.release())
      await Promise.all(left.map((each) => sendOnAny(pool, send, each).then(each.resolve, each.reject)))
    } catch (error) {
      for (const { reject } of members) reject(error)
    }
  }

  /** Sends a group, and resolves when the next one may follow. */
  async function sendAndGather(members: readonly Waiting[]): Promise<void> {
    await sendGroup(members)
    if (gathers && members.length >= busyMembers && waiting.length < enoughMembers) await sleep(gatherMs)
  }

  /**
   * Sends the statements that wait. The next group waits for the end of the newest one only, however long earlier
   * groups may take.
   */
  function begin(): void {
    clearTimeout(timer)
    isPlanned = false
    while (waiting.length > 0) {
      const group = sendAndGather(waiting.splice(0, maxMembers)).finally(() => {
        if (newest !== group) return
        newest = undefined
        begin()
      })
      newest = group
    }
  }

  function plan(): void {
    if (isPlanned) return
    isPlanned = true
    if (newest === undefined) setImmediate(begin)
    else timer = setTimeout(begin, nextAfterMs)
  }

  return <Row>(text: string, values: readonly unknown[]) =>
    new Promise<Row[]>((resolve, reject) => {
      waiting.push({ text, values, resolve: resolve as (rows: unknown[]) => void, reject })
      outside(plan)
    })
}
