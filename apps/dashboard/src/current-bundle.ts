import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { fingerprint } from './fingerprint.ts'
import { folders } from './folders.ts'
import { type Bundle, currentName, readBundle } from './manifest.ts'

const script = fileURLToPath(new URL('./main.ts', import.meta.url))
/** The time in ms after which a request checks again whether the sources have changed. */
const freshMs = 500

const known = new Map<string, Bundle>()
const builds = new Map<string, Promise<void>>()
const failures = new Map<string, unknown>()
let looked: { at: number; name: Promise<string> } | undefined

function currentOf(): Promise<string> {
  if (!existsSync(folders.app)) return readFile(join(folders.bundles, currentName), 'utf8')
  return fingerprint()
}

function wantedName(): Promise<string> {
  if (looked === undefined || performance.now() - looked.at > freshMs) {
    looked = { at: performance.now(), name: currentOf() }
  }
  return looked.name
}

/**
 * Builds the bundle in a child process, so that the server stays responsive. Resolves also if that fails, and notes the
 * error under `name`, the bundle's fingerprint.
 */
async function build(name: string): Promise<void> {
  try {
    await promisify(execFile)(process.execPath, [script], { cwd: folders.package })
  } catch (error) {
    failures.set(name, error)
  } finally {
    builds.delete(name)
  }
}

/**
 * Returns the bundle of the present sources; in an installation without sources, the newest bundle. Undefined while the
 * bundle is being built, which the first call starts in a child process: call it again later.
 * @throws Error if the build has failed, at each call until the sources change, or if there are neither sources nor a
 *   bundle
 */
export async function currentBundle(): Promise<Bundle | undefined> {
  const name = await wantedName()
  const bundle = known.get(name) ?? (await readBundle(name))
  if (bundle !== undefined) {
    known.set(name, bundle)
    return bundle
  }
  if (failures.has(name)) throw new Error('The dashboard could not be built.', { cause: failures.get(name) })
  if (!builds.has(name)) builds.set(name, build(name))
  return undefined
}

/**
 * Returns a bundle that contains the file with this name: the newest one that this process has served, for pages that
 * were opened before the sources changed, or the current one. Undefined if neither contains it, since builds remove old
 * bundles, or if the current one is still being built.
 * @throws Error if only the current bundle could contain it and its build has failed
 */
export async function bundleOf(file: string): Promise<Bundle | undefined> {
  const has = (bundle: Bundle) => Object.hasOwn(bundle.files, file) && existsSync(join(bundle.folder, file))
  const served = [...known.values()].toReversed().find(has)
  if (served !== undefined) return served
  const current = await currentBundle()
  return current !== undefined && has(current) ? current : undefined
}
