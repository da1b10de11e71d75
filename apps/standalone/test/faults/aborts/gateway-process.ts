import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { bundleApp } from '@carillon/bundler'
import { childEnv } from '@carillon/testkit'

/** A gateway in a process of its own, which nothing starts again. */
export interface GatewayProcess {
  url: string
  /** What it has logged as an error or worse, and what it has printed besides its log. */
  complaints: readonly string[]
  /** How it has ended; null while it runs. */
  ended(): string | null
  stop(): Promise<void>
}

const serious = /^\{"level":"(?:error|fatal)"/

function watch({ stdout, stderr }: ChildProcess, complaints: string[]): void {
  if (stdout) createInterface(stdout).on('line', (line) => serious.test(line) && complaints.push(line))
  if (stderr) createInterface(stderr).on('line', (line) => complaints.push(line))
}

export async function startGatewayProcess(env: Readonly<Record<string, string>>): Promise<GatewayProcess> {
  const child = spawn(process.execPath, [await bundleApp('gateway')], {
    env: { ...childEnv, ...env, GATEWAY_PORT: '0', LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const complaints: string[] = []
  watch(child, complaints)
  const closed = once(child, 'close')
  const [message] = await Promise.race([once(child, 'message'), closed])
  if (typeof message?.url !== 'string') throw new Error(`the gateway has not started: ${complaints.join('\n')}`)
  return {
    url: message.url,
    complaints,
    ended: () =>
      child.exitCode === null && child.signalCode === null ? null : `${child.signalCode ?? child.exitCode}`,
    async stop() {
      child.kill('SIGTERM')
      await closed
    },
  }
}
