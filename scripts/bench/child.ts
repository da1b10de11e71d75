import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { bundleApp } from '@carillon/bundler'
import { bundledEnv, nodeFlags } from '@carillon/standalone'

export interface BenchChild {
  pid: number
  /** What it said when it was ready. */
  ready: Record<string, unknown>
  /** How it ended, or null while it runs. */
  ended(): string | null
  /** Milliseconds from its start until then. */
  startMs: number
  /** Sends one of the commands that the process handles, see `handleCommands`. */
  ask<T>(name: string, input?: unknown): Promise<T>
  stop(): Promise<void>
}

interface Reply {
  ask: number
  value?: unknown
  error?: string
}

const hammerMs = 35_000

/** Starts an app as it is deployed: bundled, with the flags that it always has. */
export async function startApp(app: 'gateway' | 'worker', env: Record<string, string>): Promise<BenchChild> {
  return await startChild(await bundleApp(app), { env: { ...bundledEnv, ...env }, nodeOptions: nodeFlags[app] })
}

/**
 * Starts a script as a process of its own and waits until it says that it is ready. What it logs goes into a pipe, as
 * where it is supervised.
 */
export async function startChild(
  script: string | URL,
  { env = {}, nodeOptions = [] }: { env?: Record<string, string | undefined>; nodeOptions?: readonly string[] } = {},
): Promise<BenchChild> {
  const path = script instanceof URL ? fileURLToPath(script) : script
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const began = performance.now()
  const child = spawn(process.execPath, [...nodeOptions, path], {
    // Compiled code is kept as `npm start` keeps it.
    env: { PATH, ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }), ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  child.stdout?.resume()
  const waiting = new Map<number, (reply: Reply) => void>()
  const ready = Promise.withResolvers<Record<string, unknown>>()
  const gone = new Promise<void>((done) => child.once('exit', () => done()))
  child.on('message', (message: Reply | { type: 'ready' }) => {
    if ('type' in message) ready.resolve({ ...message })
    else waiting.get(message.ask)?.(message)
  })
  child.once('error', ready.reject)
  child.once('exit', (code, signal) => {
    const error = `${path} exited (${signal ?? code})`
    ready.reject(new Error(error))
    for (const [ask, reply] of waiting) reply({ ask, error })
  })
  const said = await ready.promise
  let asks = 0
  return {
    pid: child.pid ?? 0,
    ready: said,
    ended: () => child.signalCode ?? child.exitCode?.toString() ?? null,
    startMs: performance.now() - began,
    ask<T>(name: string, input?: unknown) {
      const ask = asks++
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      waiting.set(ask, ({ value, error }) => {
        waiting.delete(ask)
        if (error === undefined) resolve(value as T)
        else reject(new Error(error))
      })
      child.send({ ask, name, input })
      return promise
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      const hammer = setTimeout(() => child.kill('SIGKILL'), hammerMs)
      await gone
      clearTimeout(hammer)
    },
  }
}
