import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { build as bundle, type Metafile } from 'esbuild'
import { compress } from './compress.ts'
import { directImports } from './direct-imports.ts'
import { fingerprint } from './fingerprint.ts'
import { folders } from './folders.ts'
import { currentName, type Manifest, manifestName, readBundle } from './manifest.ts'

async function runEsbuild(outdir: string): Promise<Metafile> {
  const { metafile } = await bundle({
    entryPoints: { main: join(folders.app, 'main.tsx') },
    outdir,
    absWorkingDir: folders.package,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: ['chrome120', 'firefox121', 'safari17.5'],
    jsx: 'automatic',
    minify: true,
    metafile: true,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    plugins: [directImports()],
    legalComments: 'external',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  })
  return metafile
}

/** Returns the paths of the output files that the one at `path` imports statically, directly or through others. */
function importedAtOnce(outputs: Metafile['outputs'], path: string, found = new Set<string>()): Set<string> {
  for (const imported of outputs[path]?.imports ?? []) {
    if (imported.kind !== 'import-statement' || imported.external || found.has(imported.path)) continue
    found.add(imported.path)
    importedAtOnce(outputs, imported.path, found)
  }
  return found
}

/**
 * Builds the manifest from the metadata of esbuild. Every style sheet belongs to the first load: a module that is
 * loaded later does not bring its own.
 */
function manifestOf({ outputs }: Metafile): Omit<Manifest, 'files' | 'sizes'> {
  const paths = Object.keys(outputs)
  const main = paths.find((path) => outputs[path]?.entryPoint === 'app/main.tsx') ?? ''
  const mainStyle = outputs[main]?.cssBundle
  const styles = paths.filter((path) => path.endsWith('.css') && path !== mainStyle)
  return {
    scripts: [basename(main)],
    preloads: [...importedAtOnce(outputs, main)].map((path) => basename(path)),
    styles: [...(mainStyle ? [mainStyle] : []), ...styles].map((path) => basename(path)),
  }
}

const abandonedMs = 3_600_000

/** Removes all bundles whose name is not in `kept`, and directories that a crashed build left more than an hour ago. */
async function removeOld(kept: readonly string[]): Promise<void> {
  for (const entry of await readdir(folders.bundles, { withFileTypes: true })) {
    const path = join(folders.bundles, entry.name)
    if (!entry.isDirectory() || kept.includes(entry.name)) continue
    const found = await stat(path).catch(() => undefined)
    const isInProgress = entry.name.startsWith('part-') && found && Date.now() - found.mtimeMs < abandonedMs
    if (!isInProgress) await rm(path, { recursive: true, force: true })
  }
}

/**
 * Records that the bundle `name` is the newest, and removes all others but the one before it. Does nothing if it
 * already is.
 */
async function makeCurrent(name: string): Promise<void> {
  const path = join(folders.bundles, currentName)
  const previous = await readFile(path, 'utf8').catch(() => '')
  if (previous === name) return
  await writeFile(path, name)
  await removeOld([name, previous])
}

/** Returns the size in bytes of each file in a folder, keyed by name. */
async function sizesIn(folder: string): Promise<Record<string, number>> {
  const names = await readdir(folder)
  const sizes = await Promise.all(names.map(async (file) => [file, (await stat(join(folder, file))).size] as const))
  return Object.fromEntries(sizes)
}

/**
 * Renames the folder of a new bundle to its name. If another process was first, its bundle is kept; a damaged one is
 * replaced.
 */
async function putInPlace(part: string, name: string): Promise<void> {
  const path = join(folders.bundles, name)
  try {
    await rename(part, path)
  } catch {
    if ((await readBundle(name)) !== undefined) return
    await rm(path, { recursive: true, force: true })
    await rename(part, path)
  }
}

/**
 * Bundles the app, unless a bundle of the present sources exists, and returns the bundle's name. Two processes may do
 * this at the same time: each uses a directory of its own, and the bundle that is finished first is kept. Deletes all
 * bundles but the new one and the one before it.
 * @throws Error if the sources cannot be bundled
 */
export async function buildApp(): Promise<string> {
  const name = await fingerprint()
  if (await readBundle(name)) return name
  await mkdir(folders.bundles, { recursive: true })
  const part = join(folders.bundles, `part-${randomUUID()}`)
  // Not by mkdtemp, whose folders only their owner can read: the gateway may run as another user.
  await mkdir(part)
  try {
    const metafile = await runEsbuild(part)
    const files = await compress(part)
    const manifest: Manifest = { ...manifestOf(metafile), files, sizes: await sizesIn(part) }
    await writeFile(join(part, manifestName), JSON.stringify(manifest))
    await putInPlace(part, name)
  } finally {
    await rm(part, { recursive: true, force: true })
  }
  await makeCurrent(name)
  return name
}
