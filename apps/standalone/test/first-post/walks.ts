import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { childEnv, freshDatabase } from '@carillon/testkit'
import { anyPort } from '../../src/free-port.ts'
import { type Standalone, startStandalone } from '../../src/standalone.ts'
import { codeBlocks, runBlocks } from './shell-blocks.ts'
import { openWorkspaceRegistry } from './workspace-registry.ts'

const root = join(import.meta.dirname, '../../../..')
const packed = ['apps/cli', 'packages/client', 'packages/n8n-nodes-carillon']

/** An installation beside a copy of the sources, for pages that begin in an empty folder. */
export interface Walks {
  standalone: Standalone
  /** Runs the shell blocks of a page in an empty folder. */
  walk(page: string): Promise<Walked>
  close(): Promise<void>
}

interface Walked {
  folder: string
  /** What each block printed. */
  printed: string[]
}

export const readPage = (page: string): Promise<string> => readFile(join(root, page), 'utf8')

/** Packages of which copies are packed, because packing changes the manifest for a moment. */
async function copySources(to: string): Promise<void> {
  for (const folder of packed) {
    await cp(join(root, folder), join(to, folder), {
      recursive: true,
      filter: (path) => !/\/(?:node_modules|dist)$/.test(path),
    })
    await symlink(join(root, folder, 'node_modules'), join(to, folder, 'node_modules'))
  }
  for (const name of ['tsconfig.base.json', 'node_modules', 'package.json', 'LICENSE']) {
    await symlink(join(root, name), join(to, name))
  }
}

/** Starts an installation as `npm start` does, and a registry with the packages of the workspace. */
export async function startWalks(): Promise<Walks> {
  const [dir, fresh] = await Promise.all([mkdtemp(join(tmpdir(), 'carillon-first-post-')), freshDatabase()])
  const newFolder = (name: string) => mkdtemp(join(dir, `${name}-`))
  const sources = join(dir, 'carillon')
  await mkdir(sources)
  const [registry, standalone] = await Promise.all([
    openWorkspaceRegistry(root, () => newFolder('tarball')),
    startStandalone({
      ...{ dataDir: join(sources, '.carillon'), databaseUrl: fresh.url, gatewayPort: anyPort, sandboxPort: anyPort },
      env: { ...process.env, ...childEnv, LOG_LEVEL: 'silent', SANDBOX_SEED: '1', PUBLISH_WAIT_MS: '600000' },
    }),
    copySources(sources),
  ])
  const npm = { npm_config_registry: registry.url, npm_config_audit: 'false', npm_config_fund: 'false' }
  return {
    standalone,
    async walk(page) {
      const [folder, home] = await Promise.all([newFolder('empty'), newFolder('home')])
      const places = { HOME: home, XDG_CONFIG_HOME: '', XDG_STATE_HOME: '', npm_config_cache: join(home, '.npm') }
      const env = { ...childEnv, ...npm, ...places, sources }
      return { folder, printed: await runBlocks(codeBlocks(await readPage(page), 'sh'), { cwd: folder, env }) }
    },
    async close() {
      await standalone.stop()
      await Promise.all([registry.close(), fresh.drop()])
      await rm(dir, { recursive: true, force: true })
    },
  }
}
