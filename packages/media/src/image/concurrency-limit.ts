import { ServiceError } from '@carillon/errors'

/** The memory that a task needs, counted in decoded pixels and in bytes of encoded images, and whose task it is. */
export interface Cost {
  /** The number of pixels that are decoded at the same time. */
  pixels: number
  /** The size of the encoded images in bytes. */
  bytes: number
  /** The customer whose image it is, such as the id of the organization. */
  owner: string
}

interface ConcurrencyLimitOptions extends Omit<Cost, 'owner'> {
  /** The maximum number of tasks at the same time, whatever their cost. */
  tasks: number
}

/** The tasks of a customer. */
interface Tasks {
  running: number
  waiting: { cost: Cost; begin: (release: () => void) => void }[]
}

/** The maximum number of tasks of a customer that wait. */
const maxWaiting = 1_000

/** Returns the error for an image on which there is no time or memory to work now. */
export function noCapacity(): ServiceError {
  const message = 'There is not enough processor time or memory at the moment to work on the images; try again.'
  return new ServiceError('temporarily_unavailable', message, { retryAfter: 5 })
}

/**
 * Creates a limit on the number of tasks that run at the same time and on their cost (decoded pixels and encoded
 * bytes). Call the returned function before a task: its promise resolves once the task may start with a function that
 * must be called when the task has ended. The customer begins next of whom the fewest tasks run; of several, the one
 * who has waited for the longest time since coming or since the end of the last task. Tasks of a customer begin in
 * order of arrival. A task that costs more than the whole limit runs alone. The promise rejects with
 * `temporarily_unavailable` if 1,000 tasks of the customer wait.
 */
export function createConcurrencyLimit(total: ConcurrencyLimitOptions): (cost: Cost) => Promise<() => void> {
  const used = { pixels: 0, bytes: 0, tasks: 0 }
  /** Those that came later, or of whom a task ended later, are further back. */
  const customers = new Map<string, Tasks>()

  const fits = ({ pixels, bytes }: Cost) =>
    used.tasks === 0 ||
    (used.tasks < total.tasks && used.pixels + pixels <= total.pixels && used.bytes + bytes <= total.bytes)

  function add({ pixels, bytes }: Cost, sign: 1 | -1): void {
    used.pixels += sign * pixels
    used.bytes += sign * bytes
    used.tasks += sign
  }

  function nextCustomer(): Tasks | undefined {
    let found: Tasks | undefined
    for (const tasks of customers.values()) {
      if (tasks.waiting.length > 0 && (found === undefined || tasks.running < found.running)) found = tasks
    }
    return found
  }

  function begin(tasks: Tasks, { cost, begin }: Tasks['waiting'][number]): void {
    tasks.running++
    add(cost, 1)
    begin(() => {
      tasks.running--
      add(cost, -1)
      customers.delete(cost.owner)
      if (tasks.running > 0 || tasks.waiting.length > 0) customers.set(cost.owner, tasks)
      // Not at once: the next step for the same image comes first, unless something of the customer still runs.
      setImmediate(beginNext)
    })
  }

  function beginNext(): void {
    for (;;) {
      const tasks = nextCustomer()
      const next = tasks?.waiting[0]
      if (tasks === undefined || next === undefined || !fits(next.cost)) return
      tasks.waiting.shift()
      begin(tasks, next)
    }
  }

  return async (cost) => {
    const tasks = customers.get(cost.owner) ?? { running: 0, waiting: [] }
    if (tasks.waiting.length >= maxWaiting) throw noCapacity()
    customers.set(cost.owner, tasks)
    return new Promise((begin) => {
      tasks.waiting.push({ cost, begin })
      beginNext()
    })
  }
}
