import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BundleRecord } from './bundle-record.ts'

const recordName = 'sources.json'

/** Returns the path of the record of the bundle in a folder. */
export const recordPath = (outdir: string): string => join(outdir, recordName)

/** Replaces a file at once, for processes that read it meanwhile. */
async function replace(path: string, contents: string): Promise<void> {
  const part = `${path}.${randomUUID()}.part`
  try {
    await writeFile(part, contents)
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

const keptMs = 86_400_000

const isChunk = (name: string) => name.startsWith('chunk-')

/**
 * Deletes the chunks of earlier bundles, which processes that run may still load, a day after the next bundle was made:
 * those that `previous` has get the present time, and are old a day later.
 */
async function deleteOld(
  outdir: string,
  { kept, previous }: { kept: Set<string>; previous: Set<string> },
): Promise<void> {
  const now = new Date()
  const old = (await readdir(outdir)).filter((name) => !kept.has(name) && (isChunk(name) || name.endsWith('.part')))
  for (const name of old) {
    const path = join(outdir, name)
    const found = await stat(path).catch(() => undefined)
    if (previous.has(name)) await utimes(path, now, now).catch(() => {})
    else if (found && now.getTime() - found.mtimeMs > keptMs) await rm(path, { force: true })
  }
}

export interface WrittenBundle {
  /** The contents of each file, which are ASCII, keyed by its name. */
  files: ReadonlyMap<string, string>
  sources: BundleRecord['sources']
  /** The record of the bundle that is replaced; undefined if there is none. */
  previous: BundleRecord | undefined
}

/**
 * Writes a bundle to a folder. Other processes may load the previous bundle meanwhile, or write one at the same time.
 * @throws Error if a file cannot be written; the next start then makes the bundle again
 */
export async function writeBundle(outdir: string, { files, sources, previous }: WrittenBundle): Promise<void> {
  await mkdir(outdir, { recursive: true })
  // A bundle that is half written has no record.
  await rm(recordPath(outdir), { force: true })
  const there = previous ? Object.keys(previous.files) : await readdir(outdir)
  // Chunks first: the other files import them.
  const ordered = [...files].toSorted(([a], [b]) => Number(isChunk(b)) - Number(isChunk(a)))
  for (const [name, contents] of ordered) await replace(join(outdir, name), contents)
  const sizes = Object.fromEntries(ordered.map(([name, { length }]) => [name, length]))
  await replace(recordPath(outdir), JSON.stringify({ sources, files: sizes } satisfies BundleRecord))
  await deleteOld(outdir, { kept: new Set(files.keys()), previous: new Set(there) })
}
