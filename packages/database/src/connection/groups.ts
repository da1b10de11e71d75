import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { GroupSender, lockMs, type SenderOptions, type Waiting } from './send-group.ts'

/** The maximum number of statements in a group. */
const maxMembers = 32

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

interface GroupOptions extends SenderOptions {
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
export function createGroups({ gathers, ...options }: GroupOptions) {
  const sender = new GroupSender(options)
  const waiting: Waiting[] = []
  let newest: Promise<void> | undefined
  let isPlanned = false
  let timer: NodeJS.Timeout | undefined
  // A group belongs to none of its callers, so that none of their contexts applies to it.
  const outside = AsyncLocalStorage.snapshot()

  /** Sends a group, and resolves when the next one may follow. */
  async function sendAndGather(members: readonly Waiting[]): Promise<void> {
    await sender.sendGroup(members)
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
