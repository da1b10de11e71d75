import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { folders } from './folders.ts'

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/**
 * Reads everything that determines the contents of the bundle (the sources, the typed client, the build code, the
 * versions of libraries) and returns its hash, 16 hexadecimal digits, which is the name of the bundle.
 */
export async function fingerprint(): Promise<string> {
  const found = await Promise.all([folders.app, folders.client, join(folders.package, 'src')].map(filesBelow))
  const paths = [...found.flat(), folders.lockfile].sort()
  const contents = await Promise.all(paths.map((path) => readFile(path)))
  const hash = createHash('sha256')
  for (const [index, path] of paths.entries()) {
    const bytes = contents[index] ?? Buffer.alloc(0)
    hash.update(`${relative(folders.package, path)}\0${bytes.length}\0`).update(bytes)
  }
  return hash.digest('hex').slice(0, 16)
}
