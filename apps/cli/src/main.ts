#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { homedir, userInfo } from 'node:os'
import { placesOf } from './access/places.ts'
import { processIo } from './process-io.ts'
import { runCli } from './run-cli.ts'
import { watchOutput } from './watch-output.ts'

/**
 * Returns the version in the manifest of the package, which is one directory above the sources or two above the packed
 * program; `unknown` if neither can be read.
 */
function versionOf(): string {
  for (const path of ['../package.json', '../../package.json']) {
    try {
      const { version, name } = JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
      if (/carillon/.test(name)) return version
    } catch {}
  }
  return 'unknown'
}

const controller = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // The second one ends it at once.
    if (controller.signal.aborted) process.exit(1)
    controller.abort(new Error(`Interrupted by ${signal}.`))
  })
}

/**
 * Returns the home directory of the user, also if `HOME` is empty; `/nonexistent`, where nothing is read or stored, for
 * a user that the machine does not know, as in a container.
 */
function ownHome(): string {
  try {
    return homedir() || userInfo().homedir
  } catch {
    return '/nonexistent'
  }
}

const output = watchOutput(process, (code) => {
  process.exitCode ||= code
})
const code = await runCli(process.argv.slice(2), {
  io: processIo(process, output.closed),
  env: process.env,
  places: placesOf(process.env, ownHome()),
  version: versionOf(),
  signal: controller.signal,
})
process.exitCode = output.exitCode(code)
