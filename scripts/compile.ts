// Compiles the sources of the packages or folders named, types stripped, into the cache that `NODE_COMPILE_CACHE` names,
// and those of all packages that they run with. A process that strips types itself keeps 25 MiB for the compiler as long
// as it runs, and stops while it compiles a module that it loads with the first request.
import { existsSync, globSync, readFileSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const done = 'compiled'
/** Imported before all others, so that they are compiled and linked, but not evaluated. */
const stop = `data:text/javascript,throw ${JSON.stringify(done)}`

/** The folders of a package and of the packages of this repository that it runs with. A folder without a manifest is itself. */
function withDependencies(folder: string, found = new Set<string>()): Set<string> {
  if (found.has(folder)) return found
  found.add(folder)
  const manifest = join(folder, 'package.json')
  if (!existsSync(manifest)) return found
  const { dependencies = {} }: { dependencies?: Record<string, string> } = JSON.parse(readFileSync(manifest, 'utf8'))
  for (const [name, version] of Object.entries(dependencies)) {
    if (version.startsWith('workspace:')) withDependencies(realpathSync(join(folder, 'node_modules', name)), found)
  }
  return found
}

async function compile(folder: string): Promise<void> {
  const sources = existsSync(join(folder, 'package.json')) ? join(folder, 'src') : folder
  const index = join(sources, 'index.ts')
  // What runs while a package is loaded is compiled as well.
  if (existsSync(index)) await import(pathToFileURL(index).href)
  const files = globSync('**/*.ts', { cwd: sources }).map((file) => pathToFileURL(join(sources, file)).href)
  const imports = [stop, ...files].map((url) => `import ${JSON.stringify(url)};`)
  await import(`data:text/javascript,${encodeURIComponent(imports.join(''))}`).catch((reason: unknown) => {
    if (reason !== done) throw reason
  })
}

const folders = process.argv.slice(2).flatMap((folder) => [...withDependencies(resolve(folder))])
for (const folder of new Set(folders)) await compile(folder)
