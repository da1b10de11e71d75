import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { childEnv } from './child-env.ts'

/** The end of a program whose port another server has: its exit code and signal, and its first log line. */
export interface EndOnTakenPort {
  port: number
  exit: unknown[]
  logged: object
}

/**
 * Runs a program that writes log lines as JSON, with a port on which another server listens, until it ends.
 * @param settings returns the environment variables that name the port
 */
export async function runOnTakenPort(
  script: string,
  settings: (port: number) => Readonly<Record<string, string>>,
): Promise<EndOnTakenPort> {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const at = other.address()
  if (at === null || typeof at === 'string') throw new Error('the server listens on no port')
  const { port } = at
  const env = { ...childEnv, ...settings(port) }
  const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  let log = ''
  child.stdout?.on('data', (chunk) => {
    log += chunk
  })
  const exit = await once(child, 'close')
  other.close()
  const [line = ''] = log.split('\n')
  return { port, exit, logged: JSON.parse(line) }
}
