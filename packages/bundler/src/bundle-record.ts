import { hash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The sources from which a bundle was made, and its files. It tells whether the bundle is current. */
export interface BundleRecord {
  /** The hash of each source, keyed by its path from the root; null for one that is missing. */
  sources: Record<string, string | null>
  /** The size in bytes of each file of the bundle, keyed by its name. */
  files: Record<string, number>
}

export const hashOf = (contents: Buffer): string => hash('sha1', contents)

/**
 * Returns the hash of a file's contents; null if it cannot be read. Contents are compared rather than times, which can
 * be equal after a quick change or earlier after a file was restored.
 */
export function hashOfFile(path: string): string | null {
  try {
    return hashOf(readFileSync(path))
  } catch {
    return null
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const isRecord = (value: unknown): value is BundleRecord =>
  isObject(value) && 'sources' in value && isObject(value.sources) && 'files' in value && isObject(value.files)

/** Reads the record in a file; undefined if there is none, or one that was cut off or is of another version. */
export async function readRecord(path: string): Promise<BundleRecord | undefined> {
  try {
    const found: unknown = JSON.parse(await readFile(path, 'utf8'))
    return isRecord(found) ? found : undefined
  } catch {
    return undefined
  }
}

/** Returns whether the files of a bundle in `outdir` are all there, and made of the present sources below `root`. */
export function isCurrent(
  { sources, files }: BundleRecord,
  { root, outdir }: { root: string; outdir: string },
): boolean {
  const isWhole = ([name, bytes]: [string, number]) =>
    statSync(join(outdir, name), { throwIfNoEntry: false })?.size === bytes
  const isSame = ([path, known]: [string, string | null]) => hashOfFile(join(root, path)) === known
  return Object.entries(files).every(isWhole) && Object.entries(sources).every(isSame)
}
