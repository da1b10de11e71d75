import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '..')
const icons = ['carillon.svg', 'carillon.dark.svg']

/**
 * Builds the nodes and the credential as n8n loads them: CommonJS that needs nothing but `n8n-workflow`. The client is
 * part of each file, so that what is published has no dependencies.
 */
export async function buildNodes(folder: string): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: [
      'credentials/CarillonApi.credentials.ts',
      'nodes/Carillon/Carillon.node.ts',
      'nodes/Carillon/CarillonTrigger.node.ts',
    ],
    outbase: '.',
    outdir: folder,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node22',
    external: ['n8n-workflow'],
    logLevel: 'warning',
  })
  const nodes = join(folder, 'nodes/Carillon')
  await mkdir(nodes, { recursive: true })
  for (const icon of icons) await copyFile(join(root, 'nodes/Carillon', icon), join(nodes, icon))
  await writeFile(join(folder, 'package.json'), '{ "type": "commonjs" }\n')
}
