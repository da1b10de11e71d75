import { networksNamed } from './networks.ts'
import { startSandbox } from './sandbox.ts'

const DEFAULT_PORT = 8090

function say(line: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), app: 'sandbox', ...line })}\n`)
}

/** Returns the trimmed value of an environment variable; undefined if it is not set or empty. */
const readText = (name: string): string | undefined => process.env[name]?.trim() || undefined

function readNumber(name: string): number | undefined {
  const value = readText(name)
  if (value === undefined) return undefined
  const number = Number(value)
  if (!Number.isSafeInteger(number) || number < 0) throw new Error(`${name} is a whole number, zero or more`)
  return number
}

const chosen = readText('SANDBOX_NETWORKS')
  ?.split(',')
  .filter((name) => name !== '')
const seed = readNumber('SANDBOX_SEED')
const [host, gatewayUrl, dataDir] = ['HOST', 'SANDBOX_GATEWAY_URL', 'SANDBOX_DATA_DIR'].map(readText)
const starting = startSandbox({
  port: readNumber('SANDBOX_PORT') ?? DEFAULT_PORT,
  ...(host === undefined ? {} : { host }),
  ...(gatewayUrl === undefined ? {} : { gatewayUrl }),
  ...(dataDir === undefined ? {} : { dataDir }),
  ...(seed === undefined ? {} : { seed }),
  ...(chosen === undefined || chosen.length === 0 ? {} : { networks: networksNamed(chosen) }),
})

let stopping = false
/** Closes the sandbox and ends the process. If the sandbox is still starting, waits for the start first. */
async function stop(reason: string): Promise<void> {
  if (stopping) return
  stopping = true
  say({ event: 'stopping', reason })
  const { close } = await starting
  await close()
  if (process.connected) process.disconnect?.()
  process.exit(0)
}

/** Logs an error and ends the process, if the sandbox cannot be started or closed. */
function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect']) process.once(signal, () => stop(signal).catch(fail))

const { close: _close, environment, ...started } = await starting
if (!stopping) {
  say({ event: 'ready', ...started })
  process.send?.({ type: 'ready', ...started, environment })
}
