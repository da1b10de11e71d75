import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

type Env = Record<string, string | undefined>

export interface Member {
  name: string
  /** Null while it is down or not ready yet. */
  pid(): number | null
  /** How often it ended without being asked to. */
  deaths(): number
  kill(): void
  freeze(): void
  thaw(): void
  /** What it said when it was ready last. */
  ready(): Record<string, unknown>
  /** The next message of that type, or the last one that has come. */
  nextMessage(type: string): Promise<Record<string, unknown>>
  up(): Promise<void>
  stop(): Promise<void>
}

export interface MemberOptions {
  name: string
  script: string
  env: Env
  /** Settings of the first start only, as of a place at which it is to die. */
  firstEnv?: Env
  logPath: string
}

function messages() {
  const byType = new Map<string, PromiseWithResolvers<Record<string, unknown>>>()
  return {
    get(type: string) {
      const known = byType.get(type) ?? Promise.withResolvers<Record<string, unknown>>()
      byType.set(type, known)
      return known
    },
  }
}

const restartPauses = [100, 200, 500, 1000]

/** A process under supervision: started again whenever it ends, with pauses while it cannot start. */
export async function startMember({ name, script, env, firstEnv, logPath }: MemberOptions): Promise<Member> {
  let child: ChildProcess
  let ready: Record<string, unknown> = {}
  let isUp = false
  let stopping = false
  let deaths = 0
  let failures = 0
  const waiting: (() => void)[] = []
  const received = messages()

  function start(more: Env = {}): void {
    const log = openSync(logPath, 'a')
    child = spawn(process.execPath, [script], { env: { ...env, ...more }, stdio: ['ignore', log, log, 'ipc'] })
    closeSync(log)
    child.on('error', () => {})
    child.on('message', (message) => {
      if (typeof message !== 'object' || !('type' in message)) return
      received.get(String(message.type)).resolve({ ...message })
      if (message.type !== 'ready') return
      ready = { ...message }
      isUp = true
      failures = 0
      for (const wake of waiting.splice(0)) wake()
    })
    child.once('exit', () => void again(isUp))
  }

  async function again(wasUp: boolean): Promise<void> {
    isUp = false
    if (stopping) return
    deaths++
    if (!wasUp) failures++
    await sleep(restartPauses[Math.min(failures, restartPauses.length - 1)])
    if (!stopping) start()
  }

  const up = () => (isUp ? Promise.resolve() : new Promise<void>((done) => waiting.push(done)))
  const pid = () => (isUp ? (child.pid ?? null) : null)
  const thaw = () => {
    child.kill('SIGCONT')
  }
  start(firstEnv)
  await up()
  return {
    name,
    pid,
    deaths: () => deaths,
    ready: () => ready,
    nextMessage: (type) => received.get(type).promise,
    up,
    thaw,
    kill: () => void child.kill('SIGKILL'),
    freeze() {
      child.kill('SIGSTOP')
    },
    async stop() {
      stopping = true
      thaw()
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = new Promise((done) => child.once('exit', done))
      child.kill('SIGTERM')
      const hammer = setTimeout(() => child.kill('SIGKILL'), 20_000)
      await gone
      clearTimeout(hammer)
    },
  }
}
