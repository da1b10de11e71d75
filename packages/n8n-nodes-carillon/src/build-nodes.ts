import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '..')
const icons = ['carillon.svg', 'carillon.dark.svg']
const sources = [
  'credentials/CarillonApi.credentials.ts',
  'nodes/Carillon/Carillon.node.ts',
  'nodes/Carillon/CarillonTrigger.node.ts',
]
// As development tools, which the client is for n8n, are not there before the first `npm test`, it is named by its place.
const alias = '--alias:@carillon/client=../client/src/index.ts'
const flags = [alias, '--bundle', '--format=cjs', '--platform=node', '--target=node22', '--log-level=warning']

/**
 * Returns the command that runs the bundler: that of the workspace or, before the first `npm test` has installed it,
 * `npx`, which downloads the same version.
 */
async function bundler(): Promise<[command: string, ...args: string[]]> {
  const own = join(root, 'node_modules/.bin/esbuild')
  if (existsSync(own)) return [own]
  const { devDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  return ['npx', '--yes', '--package', `esbuild@${devDependencies.esbuild}`, 'esbuild']
}

/**
 * Builds the nodes and the credential into `folder` (an absolute path) as n8n loads them: CommonJS that needs nothing
 * but `n8n-workflow`. Carillon's client is bundled into each file, so that the published package has no dependencies.
 * Overwrites the files of an earlier build. Rejects if the bundler fails.
 */
export async function buildNodes(folder: string): Promise<void> {
  const [command, ...args] = await bundler()
  const places = ['--outbase=.', `--outdir=${folder}`, '--external:n8n-workflow']
  await promisify(execFile)(command, [...args, ...sources, ...flags, ...places], { cwd: root })
  const nodes = join(folder, 'nodes/Carillon')
  await mkdir(nodes, { recursive: true })
  for (const icon of icons) await copyFile(join(root, 'nodes/Carillon', icon), join(nodes, icon))
  await writeFile(join(folder, 'package.json'), '{ "type": "commonjs" }\n')
}
