import { readdirSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { build } from 'esbuild'
import { ownSources } from './own-sources.ts'

const root = join(import.meta.dirname, '../../..')

/** A program to bundle: the path of its main module, and the folder of the bundle. */
export interface Program {
  main: string
  outdir: string
}

/** The apps that are deployed. */
export const bundledApps = ['gateway', 'worker', 'admin'] as const
export type BundledApp = (typeof bundledApps)[number]

/** Programs that the apps start by their paths, keyed by the paths of their sources. */
const programs = new Map([
  [join(root, 'packages/log/src/blocked-thread.ts'), 'blocked-thread'],
  [join(root, 'packages/media/src/image/process.ts'), 'image-process'],
])

// Some CommonJS packages load modules of Node.js by `require`, which an ES module does not have.
const banner = "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);"

function runEsbuild({ main, outdir }: Program) {
  const entries = [...programs].map(([path, name]) => [name, path])
  return build({
    entryPoints: { main, ...Object.fromEntries(entries) },
    outdir,
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    chunkNames: 'chunk-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node26',
    // Node keeps the sources in memory. The names of functions stay, for stack traces; esbuild adds a number to the second
    // of two equal ones.
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 200,
    external: ['pg-native'],
    banner: { js: banner },
    plugins: [ownSources(outdir, programs)],
    legalComments: 'none',
    logLevel: 'silent',
    metafile: true,
    write: false,
  })
}

/** The sources of a bundle: the size and the time of the last change of each file, keyed by its path from the root. */
type Sources = Record<string, string>

async function sourcesOf(paths: readonly string[]): Promise<Sources> {
  const read = async (path: string) => {
    const { size = 0, mtimeMs = 0 } = (await stat(join(root, path)).catch(() => undefined)) ?? {}
    return [path, `${size} ${mtimeMs}`] as const
  }
  return Object.fromEntries(await Promise.all(paths.map(read)))
}

/** What determines a bundle: its own modules, and, for those of other projects and for esbuild, the lock file. */
function pathsOf(inputs: readonly string[]): string[] {
  const own = readdirSync(import.meta.dirname).map((name) => relative(root, join(import.meta.dirname, name)))
  return [...inputs.filter((path) => !path.includes('node_modules/')), ...own, 'pnpm-lock.yaml']
}

async function isCurrent(sourcesPath: string): Promise<boolean> {
  const text = await readFile(sourcesPath, 'utf8').catch(() => undefined)
  if (text === undefined) return false
  const built: Sources = JSON.parse(text)
  return isDeepStrictEqual(await sourcesOf(Object.keys(built)), built)
}

/**
 * Escapes all that is not ASCII, which esbuild does except in templates and regular expressions: a file with a single
 * other character takes twice the memory.
 */
const inAscii = (text: string): string =>
  text.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Replaces a file at once, for processes that read it meanwhile. */
async function replace(path: string, contents: string): Promise<void> {
  const part = `${path}.${process.pid}.part`
  await writeFile(part, contents)
  await rename(part, path)
}

const keptMs = 86_400_000

/** Deletes the chunks of earlier bundles, which processes that run may still load, after a day. */
async function deleteOld(outdir: string, kept: ReadonlySet<string>): Promise<void> {
  const chunks = (await readdir(outdir)).filter((name) => name.startsWith('chunk-') && !kept.has(name))
  for (const name of chunks) {
    const path = join(outdir, name)
    const found = await stat(path).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > keptMs) await rm(path, { force: true })
  }
}

/**
 * Bundles a program and the packages that it runs with, unless the bundle is that of the present sources, and returns
 * the path of its main file, `main.js` in `outdir`. A process that runs a bundle loads a few files without types instead
 * of two thousand, so that it starts sooner and takes less memory. Several processes may call this at the same time, and
 * others may run an earlier bundle.
 * @throws Error if the sources cannot be bundled or the bundle cannot be written
 */
export async function bundle(program: Program): Promise<string> {
  const { outdir } = program
  const main = join(outdir, 'main.js')
  const sourcesPath = join(outdir, 'sources.json')
  if (await isCurrent(sourcesPath)) return main
  const { metafile, outputFiles } = await runEsbuild(program)
  const sources = await sourcesOf(pathsOf(Object.keys(metafile.inputs)))
  await mkdir(outdir, { recursive: true })
  // Chunks first: the other files import them.
  const isChunk = ({ path }: { path: string }) => Number(basename(path).startsWith('chunk-'))
  for (const { path, text } of outputFiles.toSorted((a, b) => isChunk(b) - isChunk(a)))
    await replace(path, inAscii(text))
  await replace(sourcesPath, JSON.stringify(sources))
  await deleteOld(outdir, new Set(outputFiles.map(({ path }) => basename(path))))
  return main
}

/** Bundles an app that is deployed, as `bundle` does; the bundle is `apps/<app>/dist/main.js`. */
export function bundleApp(app: BundledApp): Promise<string> {
  const folder = join(root, 'apps', app)
  return bundle({ main: join(folder, 'src/main.ts'), outdir: join(folder, 'dist') })
}
