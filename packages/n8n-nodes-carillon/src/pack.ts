// Run by `npm pack` and `npm publish` before the package is made (prepack) and after (postpack). In the workspace the
// package has a name of its own; what is published has the name and the manifest that n8n looks for.
import { constants, copyFile, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildNodes } from './build-nodes.ts'

const root = join(import.meta.dirname, '..')
const manifest = join(root, 'package.json')
// Not in dist, all of which is packed.
const kept = join(root, 'package.json.kept')

async function pack(): Promise<void> {
  await rm(join(root, 'dist'), { recursive: true, force: true })
  await buildNodes(join(root, 'dist'))
  // The client is part of the built files.
  const { scripts, dependencies, devDependencies, exports, publishConfig, ...rest } = JSON.parse(
    await readFile(manifest, 'utf8'),
  )
  // Fails if an earlier run ended before it restored the manifest: the only copy would be overwritten.
  await copyFile(manifest, kept, constants.COPYFILE_EXCL)
  await writeFile(manifest, `${JSON.stringify({ ...rest, ...publishConfig }, null, 2)}\n`)
  await copyFile(join(root, '../../LICENSE'), join(root, 'LICENSE'))
}

async function restore(): Promise<void> {
  await rm(join(root, 'LICENSE'), { force: true })
  await rename(kept, manifest)
}

await (process.argv[2] === 'restore' ? restore() : pack())
