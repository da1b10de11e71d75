import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { WantedPort } from './free-port.ts'
import { say } from './say.ts'
import { type Standalone, startStandalone } from './standalone.ts'
import { StartError } from './start-error.ts'

const root = join(import.meta.dirname, '../../..')

function portOf(name: string, usual: number): WantedPort {
  const text = process.env[name]?.trim() ?? ''
  if (text === '') return { port: usual, setBy: null }
  if (/^\d{1,5}$/.test(text) && Number(text) < 65_536) return { port: Number(text), setBy: name }
  throw new StartError(`${name} is "${text}", but a port is a number from 0 to 65535.`)
}

/** Returns the URL of the operator's own database; undefined if none is set. */
function ownDatabase({ DATABASE_URL, DATABASE_URL_FILE }: NodeJS.ProcessEnv): string | undefined {
  if (!DATABASE_URL_FILE?.trim()) return DATABASE_URL?.trim() || undefined
  let url = ''
  try {
    url = readFileSync(DATABASE_URL_FILE.trim(), 'utf8').trim()
  } catch {}
  if (url) return url
  throw new StartError(`DATABASE_URL_FILE is "${DATABASE_URL_FILE}", which is empty or cannot be read.`)
}

function start(): Promise<Standalone> {
  return startStandalone({
    dataDir: resolve(process.env['DATA_DIR']?.trim() || join(root, '.carillon')),
    databaseUrl: ownDatabase(process.env),
    gatewayPort: portOf('GATEWAY_PORT', 8080),
    sandboxPort: portOf('SANDBOX_PORT', 8090),
    env: process.env,
  })
}

function announce({ report, startsOnFirstUse, isFirstStart }: Standalone): void {
  const { gatewayUrl, sandboxUrl, dashboardUrl, apiKey } = report()
  const slow = startsOnFirstUse.map(({ title }) => title).join(', ')
  const when = isFirstStart ? 'now' : 'with the first call'
  say(`
Carillon is ready.
  gateway    ${gatewayUrl}
  dashboard  ${dashboardUrl}
  reference  ${gatewayUrl}/docs
  sandbox    ${sandboxUrl}
  API key    ${apiKey}
The sandbox is ready. ${slow}: starts ${when}, which takes some seconds.
To receive a first event, create a webhook endpoint and look at ${sandboxUrl}/receiver:
  curl -d '{"url": "${sandboxUrl}/receiver", "types": ["*"]}' -H 'Content-Type: application/json' \\
    -H 'Authorization: Bearer ${apiKey}' ${gatewayUrl}/api/v1/webhook-endpoints
To try an app that is new, in development or approved for some features only: ${sandboxUrl}/?view=app`)
}

/**
 * Starts the sandbox servers that otherwise start with their first call, because a user who has just installed Carillon
 * is about to try it. Failures are reported to the call that needs the server.
 */
function startSlowServers({ report, startsOnFirstUse }: Standalone): void {
  for (const { network } of startsOnFirstUse) fetch(`${report().sandboxUrl}/state/${network}`).catch(() => {})
}

async function run(): Promise<void> {
  let starting: Promise<Standalone>
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (isStopping) return
      isStopping = true
      // Of a start that fails, nothing runs any more: a terminal sends its signals to the processes that start, too.
      const stopped = starting.then(
        (standalone) => standalone.stop(),
        () => {},
      )
      stopped.then(ended, failed)
    })
  }
  starting = start()
  const standalone = await starting.catch((error: unknown) => {
    if (!isStopping) throw error
  })
  if (standalone && !isStopping) {
    announce(standalone)
    if (standalone.isFirstStart) startSlowServers(standalone)
  }
}

function ended(): void {
  say('Carillon has stopped.')
  process.exit(0)
}

function failed(error: unknown): void {
  const text = error instanceof StartError ? error.message : error instanceof Error ? error.stack : String(error)
  process.stderr.write(`Carillon cannot start. ${text}\n`)
  process.exit(1)
}

await run().catch(failed)
