import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { UsageError } from '../usage-error.ts'

/** An installation that `npm start` runs. */
interface Installation {
  gatewayUrl: string
  sandboxUrl: string
  apiKey: string
}

export interface Started extends Installation {
  stop(): Promise<void>
}

const pollMs = 250

/**
 * Returns the directory of Carillon's sources: `folder` or the nearest directory above it that contains them.
 * @throws UsageError if none does
 */
export function sourcesAbove(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, 'apps/standalone/src/main.ts'))) return at
    if (dirname(at) === at) {
      throw new UsageError(
        '`carillon dev` runs in the folder of the sources of Carillon. For a service that runs elsewhere: carillon login.',
      )
    }
  }
}

/** Reads what `npm start` has stored about its installation; null if it is not running. */
async function running(dataDir: string): Promise<Installation | null> {
  try {
    const { gatewayUrl, sandboxUrl, apiKey } = JSON.parse(readFileSync(join(dataDir, 'standalone.json'), 'utf8'))
    const response = await fetch(`${gatewayUrl}/healthz`)
    return response.ok ? { gatewayUrl, sandboxUrl, apiKey } : null
  } catch {
    return null
  }
}

interface StartOptions {
  sources: string
  dataDir: string
  env: Readonly<Record<string, string | undefined>>
  signal: AbortSignal
  /** Shows the user a line about the progress. */
  say(text: string): void
}

/**
 * Returns the installation that is running in the data directory, or starts one and waits until it responds. `stop`
 * ends it only if it was started here.
 * @throws Error if it exits before it responds, or if `signal` aborts before that
 */
export async function startInstallation({ sources, dataDir, env, signal, say }: StartOptions): Promise<Started> {
  const there = await running(dataDir)
  if (there) {
    say(`Using the installation at ${there.gatewayUrl}.`)
    return { ...there, stop: async () => {} }
  }
  say('Starting Carillon. The first start downloads its dependencies.')
  const child = spawn(process.execPath, [join(sources, 'scripts/run.mjs'), 'start'], {
    cwd: sources,
    env,
    // Its words belong to the user, standard output to the results. A terminal's Ctrl-C reaches it through this process.
    stdio: ['ignore', process.stderr, process.stderr],
    detached: true,
  })
  const gone = new Promise<void>((done) => child.once('exit', () => done()))
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await gone
  }
  try {
    for (;;) {
      const started = await running(dataDir)
      if (started) return { ...started, stop }
      const ended = child.signalCode ?? child.exitCode
      if (ended !== null) throw new Error(`Carillon could not be started (exit code or signal ${ended}).`)
      await pause(pollMs, undefined, { signal })
    }
  } catch (error) {
    await stop()
    throw error
  }
}
