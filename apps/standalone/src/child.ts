import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

export interface ChildOptions {
  name: string
  /** The script that it runs. */
  script: string
  env: Record<string, string | undefined>
  /** Keeps what it prints to itself. */
  quiet?: boolean
  /** Told of every message of the first process besides that it is ready. */
  onMessage?(message: Record<string, unknown>): void
  /** Told of every process id it gets: the first one, and those after it was started again. */
  onStart(pid: number): void
}

export interface Child {
  /** What it said when it was ready. */
  ready: Record<string, unknown>
  stop(): Promise<void>
}

const hammerMs = 32_000
const pauses = [200, 500, 1_000, 2_000, 5_000]

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function start({ script, env, quiet }: ChildOptions): ChildProcess {
  return spawn(process.execPath, [script], { env, stdio: ['ignore', quiet ? 'ignore' : 'inherit', 'inherit', 'ipc'] })
}

/** Resolves with the first message that says `ready`; rejects when the process ends before that. */
function whenReady(child: ChildProcess, name: string): Promise<Record<string, unknown>> {
  const { promise, resolve, reject } = Promise.withResolvers<Record<string, unknown>>()
  child.on('message', (message) => {
    if (typeof message === 'object' && 'type' in message && message.type === 'ready') resolve({ ...message })
  })
  child.once('exit', (code, signal) => reject(new Error(`${name} ended before it was ready (${signal ?? code})`)))
  child.once('error', reject)
  return promise
}

/** Runs a process and starts it again whenever it ends by itself; resolves once it is ready for the first time. */
export async function superviseChild(options: ChildOptions): Promise<Child> {
  let stopping = false
  let current = start(options)
  current.on('message', (message) => {
    if (typeof message === 'object') options.onMessage?.({ ...message })
  })
  const ready = await whenReady(current, options.name)
  options.onStart(current.pid ?? 0)
  let failures = 0

  function watch(child: ChildProcess): void {
    child.once('exit', (code, signal) => {
      if (!stopping) void startAgain(`${options.name} ended (${signal ?? code}); starting it again`)
    })
  }

  async function startAgain(why: string): Promise<void> {
    say(why)
    await sleep(pauses[Math.min(failures, pauses.length - 1)])
    if (stopping) return
    current = start(options)
    try {
      await whenReady(current, options.name)
    } catch (error) {
      failures++
      return startAgain(error instanceof Error ? error.message : `${options.name} did not start`)
    }
    failures = 0
    options.onStart(current.pid ?? 0)
    watch(current)
  }

  watch(current)
  return {
    ready,
    async stop() {
      stopping = true
      if (current.exitCode !== null || current.signalCode !== null) return
      const gone = new Promise((done) => current.once('exit', done))
      current.kill('SIGTERM')
      const hammer = setTimeout(() => current.kill('SIGKILL'), hammerMs)
      await gone
      clearTimeout(hammer)
    },
  }
}
