import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { childEnv, within } from '@carillon/testkit'
import { nodeFlags } from '../../src/node-flags.ts'
import type { SandboxRequest, SandboxResponse } from './serve.ts'

/** The networks, in another process: what they draw images with must not be fenced in by what checks them. */
export interface RunningSandbox {
  url: string
  /** Settings under which a process finds the networks. */
  environment: Record<string, string>
}

const script = fileURLToPath(new URL('./serve.ts', import.meta.url))
const pending = new Map<number, PromiseWithResolvers<SandboxResponse>>()
let server: ChildProcess | undefined
let lastId = 0

/** Neither the process nor its channel keeps this process from ending, except while a response is due. */
function keepAlive({ channel }: ChildProcess): void {
  if (pending.size > 0) channel?.ref()
  else channel?.unref()
}

function startServer(): ChildProcess {
  const child = fork(script, {
    env: { ...childEnv },
    execArgv: [...nodeFlags.sandbox],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  child.unref()
  child.on('message', (response: SandboxResponse) => {
    pending.get(response.id)?.resolve(response)
    pending.delete(response.id)
    keepAlive(child)
  })
  child.once('exit', (code, signal) => {
    server = undefined
    for (const { reject } of pending.values()) reject(new Error(`the sandboxes' process ended (${signal ?? code})`))
    pending.clear()
  })
  return child
}

async function request(input: SandboxRequest): Promise<SandboxResponse> {
  server ??= startServer()
  const waiting = Promise.withResolvers<SandboxResponse>()
  pending.set(input.id, waiting)
  keepAlive(server)
  server.send(input)
  const step = 'start' in input ? 'a sandbox that starts' : 'a sandbox that closes'
  const response = await within(step, waiting.promise)
  if ('error' in response) throw new Error(response.error)
  return response
}

/**
 * Starts a sandbox of these networks, of all when the list is empty. All sandboxes of a test process run in one other
 * process, which starts with the first of them and ends with the test process.
 */
export async function openSandbox(networks: readonly string[]): Promise<RunningSandbox & { close(): Promise<void> }> {
  const id = ++lastId
  const response = await request({ id, start: networks })
  if (!('started' in response)) throw new Error('the sandbox was not started')
  return {
    ...response.started,
    async close() {
      await request({ id: ++lastId, close: id })
    },
  }
}
