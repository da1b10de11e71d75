import pg from 'pg'
import { type Borrowed, borrow } from './borrowed.ts'
import { wasRolledBack } from './errors.ts'
import { GroupQuery, type Prepared } from './group-query.ts'
import type { Pool } from './pool.ts'
import type { Readers } from './row-query.ts'
import { readersOf, type Send, sendOnAny } from './send.ts'
import { isOutdated, type StatementNames } from './statement-names.ts'

/** A caller's statement, until its result is known: `resolve` gets the rows, `reject` the error. */
export interface Waiting {
  text: string
  values: readonly unknown[]
  resolve(rows: unknown[]): void
  reject(error: unknown): void
}

/**
 * The maximum time in ms that a statement of a group waits for a lock, because the other statements of the group wait
 * with it. After that, each of them is sent alone and waits as long as any statement.
 */
export const lockMs = 25

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

/** The pool with which groups of statements are sent, and how statements are sent and named. */
export interface SenderOptions {
  pool: Pool
  /** Sends a single statement on a connection. */
  send: Send
  /** The names under which statements are prepared. */
  names: StatementNames
}

/** Sends the statements of several callers together, each group in one message and one transaction. */
export class GroupSender {
  readonly #pool: Pool
  readonly #send: Send
  readonly #names: StatementNames
  readonly #limit: Prepared

  constructor({ pool, send, names }: SenderOptions) {
    this.#pool = pool
    this.#send = send
    this.#names = names
    // Its name is one of the first, as later ones may be too many to be prepared.
    this.#limit = { ...limitLocks, name: names.of(limitLocks.text, limitLocks.values) ?? '' }
  }

  /**
   * Sends statements in one message and transaction, and passes each its rows or its error. Never rejects. Those that
   * the connection has not prepared yet are sent alone, after the others. If the server rejects one of a transaction,
   * each of it is sent again alone.
   */
  async sendGroup(members: readonly Waiting[]): Promise<void> {
    try {
      const on = await borrow(this.#pool)
      const left = await this.#sendOn(on, members).finally(() => on.release())
      await Promise.all(left.map((each) => sendOnAny(this.#pool, this.#send, each).then(each.resolve, each.reject)))
    } catch (error) {
      for (const { reject } of members) reject(error)
    }
  }

  async #sendAlone(on: Borrowed, { text, values, resolve, reject }: Waiting): Promise<boolean> {
    try {
      resolve((await this.#send<unknown>(on, text, values)).rows)
      return true
    } catch (error) {
      reject(error)
      return false
    }
  }

  /** Sends statements in one message, on a connection on which all of them are prepared. */
  #sendMessage(on: Borrowed, members: readonly Prepared[], readers: Readers): Promise<readonly (unknown[] | Error)[]> {
    return on.watch(
      (client) =>
        new Promise((resolve, reject) => {
          // A pooler prepares statements on its own, and again after their columns have changed.
          const known: Readers = this.#pool.pooled ? new Map() : readers
          client.query(new GroupQuery(members, known, (error, results) => (error ? reject(error) : resolve(results))))
        }),
    )
  }

  /**
   * Sends prepared statements in one message. Returns those that have to be sent again alone, because the group failed
   * or a statement is outdated; empty if none.
   */
  async #sendPrepared(
    on: Borrowed,
    members: readonly (Waiting & Prepared)[],
    readers: Readers,
  ): Promise<readonly Waiting[]> {
    const before = members.length > 1 ? [this.#limit] : []
    try {
      const sent = await this.#sendMessage(on, [...before, ...members], readers)
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
  async #sendOn(on: Borrowed, members: readonly Waiting[]): Promise<readonly Waiting[]> {
    const prepared = readersOf(on.client)
    const note = (name: string) => prepared.set(name, prepared.get(name))
    if (!prepared.has(this.#limit.name)) {
      await this.#send(on, this.#limit.text, this.#limit.values)
      note(this.#limit.name)
    }
    const named = members.map((each) => ({ ...each, name: this.#names.of(each.text, each.values) ?? '' }))
    const ready = named.filter(({ name }) => prepared.has(name))
    const left = ready.length > 0 ? await this.#sendPrepared(on, ready, prepared) : []
    for (const each of named) {
      if (ready.includes(each)) continue
      if ((await this.#sendAlone(on, each)) && each.name !== '') note(each.name)
    }
    return left
  }
}
