import { Session } from 'node:inspector/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

type Handlers = Record<string, (input: never) => unknown>

interface Ask {
  ask: number
  name: string
  input: never
}

/** Handles the commands that the bench sends to this process. */
export function handleCommands(handlers: Handlers): void {
  const run = async ({ name, input }: Ask) => handlers[name]?.(input)
  process.on('message', (asked: Ask) => {
    const { ask } = asked
    run(asked).then(
      (value) => process.send?.({ ask, value }),
      (error: unknown) =>
        process.send?.({ ask, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    )
  })
}

/** Clears the heap. `--expose-gc` would do so too, but what was compiled without that flag does not count with it. */
async function clearHeap(): Promise<void> {
  const session = new Session()
  session.connect()
  await session.post('HeapProfiler.collectGarbage')
  session.disconnect()
}

/** Counts the statements that this process sends to databases from now on. */
function countStatements(): () => number {
  let count = 0
  pg.Client.prototype.query = new Proxy(pg.Client.prototype.query, {
    apply(query, client, input) {
      count++
      return Reflect.apply(query, client, input)
    },
  })
  return () => count
}

/** The report of every measured process: its longest stall in ms since the last report, and its heap in MiB. */
export function healthCommands() {
  const delays = monitorEventLoopDelay({ resolution: 1 })
  delays.enable()
  return {
    stall() {
      const longest = delays.max / 1e6
      delays.reset()
      return longest
    },
    /** Milliseconds of processor time since it began. */
    cpu() {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1000
    },
    /** How often functions of spans were called, where that is counted. */
    spanCalls: () => Number(Reflect.get(globalThis, 'spanCalls') ?? Number.NaN),
    /** Turns traces on or off, where that can be switched. */
    traces(isOn: boolean) {
      const change: unknown = Reflect.get(globalThis, 'switchTraces')
      if (typeof change !== 'function') throw new Error('traces cannot be switched in this process')
      change(isOn)
    },
    /** How many statements it has sent to databases. */
    statements: countStatements(),
    async heap() {
      await clearHeap()
      // What only finalizers held is free after a turn of the loop.
      await sleep(100)
      await clearHeap()
      const { heapUsed, external } = process.memoryUsage()
      return (heapUsed + external) / 1024 ** 2
    },
  }
}

export function endOn(close: () => Promise<unknown>): void {
  for (const event of ['SIGINT', 'SIGTERM', 'disconnect'] as const) {
    process.once(event, () => {
      const exit = () => process.exit(0)
      close().then(exit, exit)
    })
  }
}
