import { readdirSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { build } from 'esbuild'
import { hashOf, hashOfFile, isCurrent, readRecord } from './bundle-record.ts'
import { ownSources } from './own-sources.ts'
import { recordPath, writeBundle } from './write-bundle.ts'

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

/**
 * Packages that those of other projects load only if they are installed: to run, the latter are installed without them.
 */
const optional = ['pg-native', 'typescript']

function runEsbuild({ main, outdir }: Program, onRead: (path: string, contents: Buffer) => void) {
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
    external: optional,
    banner: { js: banner },
    plugins: [ownSources(outdir, programs, onRead)],
    legalComments: 'none',
    logLevel: 'silent',
    metafile: true,
    write: false,
  })
}

/**
 * Returns the paths of the files that determine a bundle, from the root: the modules of this repository among `inputs`,
 * those of the bundler, and, for installed packages and esbuild, the lock file and that of the installation.
 */
function pathsOf(inputs: readonly string[]): string[] {
  const own = readdirSync(import.meta.dirname).map((name) => relative(root, join(import.meta.dirname, name)))
  const locks = ['pnpm-lock.yaml', 'node_modules/.pnpm/lock.yaml']
  return [...inputs.filter((path) => !path.includes('node_modules/')), ...own, ...locks]
}

/**
 * Escapes all that is not ASCII, which esbuild does except in templates and regular expressions: a file with a single
 * other character takes twice the memory.
 */
const inAscii = (text: string): string =>
  text.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

async function makeBundle(program: Program): Promise<void> {
  const { outdir } = program
  const previous = await readRecord(recordPath(outdir))
  if (previous && isCurrent(previous, { root, outdir })) return
  // Of what was read, not of what is there when the bundle is ready.
  const read = new Map<string, string>()
  const { metafile, outputFiles } = await runEsbuild(program, (path, contents) =>
    read.set(relative(root, path), hashOf(contents)),
  )
  const paths = pathsOf(Object.keys(metafile.inputs))
  const sources = Object.fromEntries(paths.map((path) => [path, read.get(path) ?? hashOfFile(join(root, path))]))
  const files = new Map(outputFiles.map(({ path, text }) => [basename(path), inAscii(text)]))
  await writeBundle(outdir, { files, sources, previous })
}

/** Bundles that are being made, keyed by their folders. */
const inProgress = new Map<string, Promise<void>>()

/**
 * Bundles a program and the packages that it runs with, unless the bundle is that of the present sources, and returns
 * the path of its main file, `main.js` in `outdir`. A process that runs a bundle loads a few files without types
 * instead of two thousand, so that it starts sooner and takes less memory. Several processes may call this at the same
 * time, and others may run an earlier bundle.
 * @throws Error if the sources cannot be bundled or the bundle cannot be written
 */
export async function bundle(program: Program): Promise<string> {
  const { outdir } = program
  const making = inProgress.get(outdir) ?? makeBundle(program).finally(() => inProgress.delete(outdir))
  inProgress.set(outdir, making)
  await making
  return join(outdir, 'main.js')
}

/** Bundles an app that is deployed, as `bundle` does; the bundle is `apps/<app>/dist/main.js`. */
export function bundleApp(app: BundledApp): Promise<string> {
  const folder = join(root, 'apps', app)
  return bundle({ main: join(folder, 'src/main.ts'), outdir: join(folder, 'dist') })
}
