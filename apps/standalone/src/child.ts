import { type ChildProcess, spawn } from 'node:child_process'
import { nodeFlags, type ProcessName } from './node-flags.ts'
import { type Running, supervise } from './supervise.ts'

export interface ChildOptions {
  name: ProcessName
  /** The path of the script that the process runs. */
  script: string
  env: Record<string, string | undefined>
  /** Whether to discard the standard output of the process. */
  quiet?: boolean
  /** Called with each process id: that of the first process, and those after restarts. */
  onStart(pid: number): void
}

export interface Child {
  /** Resolves with the message that the process sent when it became ready; rejects if it exited before that. */
  ready: Promise<Record<string, unknown>>
  stop(): Promise<void>
}

interface RunningChild extends Running {
  pid: number
  ready: Record<string, unknown>
}

const hammerMs = 32_000

/** Resolves with the process's message `ready`; rejects if the process ends before that. */
function whenReady(child: ChildProcess, name: string): Promise<Record<string, unknown>> {
  const { promise, resolve, reject } = Promise.withResolvers<Record<string, unknown>>()
  child.on('message', (message) => {
    if (typeof message === 'object' && 'type' in message && message.type === 'ready') resolve({ ...message })
  })
  child.once('exit', (code, signal) => reject(new Error(`${name} exited before it was ready (${signal ?? code})`)))
  child.once('error', reject)
  return promise
}

async function startChild(options: ChildOptions, signal: AbortSignal): Promise<RunningChild> {
  const { name, script, env, quiet } = options
  const child = spawn(process.execPath, [...nodeFlags[name], script], {
    env,
    stdio: ['ignore', quiet ? 'ignore' : 'inherit', 'inherit', 'ipc'],
  })
  const ended = new Promise<string>((done) => child.once('exit', (code, how) => done(`${how ?? code}`)))
  const kill = () => void child.kill('SIGTERM')
  signal.addEventListener('abort', kill)
  const ready = await whenReady(child, name).finally(() => signal.removeEventListener('abort', kill))
  return {
    pid: child.pid ?? 0,
    ready,
    ended,
    async stop() {
      child.kill('SIGTERM')
      const hammer = setTimeout(() => child.kill('SIGKILL'), hammerMs)
      await ended
      clearTimeout(hammer)
    },
  }
}

/**
 * Starts a Node process and, once it has been ready, restarts it whenever it exits on its own. Returns at once; the
 * process reports that it is ready with the IPC message `{ type: 'ready', … }`.
 */
export function superviseChild(options: ChildOptions): Child {
  const { first, stop } = supervise({
    name: options.name,
    start: (signal) => startChild(options, signal),
    onStart: ({ pid }) => options.onStart(pid),
  })
  return { ready: first.then(({ ready }) => ready), stop }
}
