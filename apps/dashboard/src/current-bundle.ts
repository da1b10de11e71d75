import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { keepBundles, NotBundledError } from './bundles.ts'
import { fingerprint } from './fingerprint.ts'
import { folders } from './folders.ts'
import { type Bundle, currentName, readBundle } from './manifest.ts'

const script = fileURLToPath(new URL('./main.ts', import.meta.url))
/** The time in ms after which a request checks again whether the sources have changed. */
const freshMs = 500

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

/** Builds the bundle in a child process, so that the server stays responsive. */
async function build(): Promise<void> {
  try {
    await promisify(execFile)(process.execPath, [script], { cwd: folders.package })
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
    throw said === '' ? error : new Error(said, { cause: error })
  }
}

const bundles = keepBundles({
  wantedName,
  read: (name) => readBundle(name),
  build,
  now: () => performance.now(),
})

/**
 * Returns the bundle of the present sources; in an installation without sources, the newest bundle. Undefined while the
 * bundle is being built, which the first call starts in a child process: call it again later.
 * @throws NotBundledError if the build has failed; Error if there are neither sources nor a bundle
 */
export const currentBundle = (): Promise<Bundle | undefined> => bundles.current()

/**
 * Returns the bundle that this process has served last and that still contains the file with this name, so that
 * pages which were opened before the sources changed can load it; otherwise the current bundle if it contains the file.
 * Undefined if neither does: builds delete old bundles, and the current one may not be built.
 * @throws Error if there are neither sources nor a bundle
 */
export async function bundleOf(file: string): Promise<Bundle | undefined> {
  const has = (bundle: Bundle) => Object.hasOwn(bundle.files, file) && existsSync(join(bundle.folder, file))
  const served = bundles.served().toReversed().find(has)
  if (served !== undefined) return served
  const current = await currentBundle().catch((error: unknown) => {
    if (!(error instanceof NotBundledError)) throw error
  })
  return current && has(current) ? current : undefined
}
