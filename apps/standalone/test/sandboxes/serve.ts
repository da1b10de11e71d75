// Runs sandboxes for the process that started this one, each with ports and a state of its own.
import { networksNamed, type Sandbox, startSandbox } from '@carillon/sandbox'

/** Starts a sandbox of these networks, of all when the list is empty, or closes the one that a request has started. */
export type SandboxRequest = { id: number; start: readonly string[] } | { id: number; close: number }

/** The response to the request with this id. */
export type SandboxResponse =
  | { id: number; started: Pick<Sandbox, 'url' | 'environment'> }
  | { id: number; closed: true }
  | { id: number; error: string }

const sandboxes = new Map<number, Sandbox>()

async function start(id: number, names: readonly string[]): Promise<SandboxResponse> {
  const sandbox = await startSandbox({ seed: 1, ...(names.length > 0 && { networks: networksNamed(names) }) })
  sandboxes.set(id, sandbox)
  return { id, started: { url: sandbox.url, environment: sandbox.environment } }
}

async function close(id: number, which: number): Promise<SandboxResponse> {
  await sandboxes.get(which)?.close()
  sandboxes.delete(which)
  return { id, closed: true }
}

process.on('message', (request: SandboxRequest) => {
  const work = 'start' in request ? start(request.id, request.start) : close(request.id, request.close)
  void work
    .catch((error: unknown): SandboxResponse => ({ id: request.id, error: String(error) }))
    .then((response) => process.send?.(response))
})

process.once('disconnect', async () => {
  await Promise.allSettled([...sandboxes.values()].map((sandbox) => sandbox.close()))
  process.exit()
})
