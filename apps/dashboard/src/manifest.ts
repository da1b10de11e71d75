import { readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { folders } from './folders.ts'

/**
 * The encodings of compressed files, by their name in `Content-Encoding`, each with the suffix that is appended to the
 * name of the file.
 */
export const encodings = { br: '.br', gzip: '.gz' } as const

export type Encoding = keyof typeof encodings

/** The content of a bundle's manifest: the files of one build of the browser code, and which of them its page loads. */
export interface Manifest {
  /** The scripts of the first load, in the order in which the page names them. */
  scripts: string[]
  /** The modules that the scripts import statically, so that the browser can request them early. */
  preloads: string[]
  styles: string[]
  /** All files, keyed by name, with the encodings in which a smaller, compressed form exists. */
  files: Record<string, { encodings: Encoding[] }>
  /** The size in bytes of each file and of each compressed form, keyed by its name in the folder. */
  sizes: Record<string, number>
}

/** A bundle that has been built, with the directory that contains its files. */
export interface Bundle extends Manifest {
  folder: string
}

export const manifestName = 'manifest.json'
/**
 * The name of a file in the directory of all bundles. It contains the name of the newest bundle, which an installation
 * without sources serves.
 */
export const currentName = 'current'

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
}

/** Returns the content type of a file by the extension of its name; `application/octet-stream` for an unknown one. */
export function contentType(name: string): string {
  return types[extname(name)] ?? 'application/octet-stream'
}

/** Parses a manifest; undefined if it was cut off. */
function parse(text: string): Manifest | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Reads the manifest of the bundle with this name. Undefined if there is no such bundle, or if a file of it is missing
 * or cut off, as after a power cut.
 * @param bundles the folder that contains the bundles
 */
export async function readBundle(name: string, bundles: string = folders.bundles): Promise<Bundle | undefined> {
  const folder = join(bundles, name)
  const manifest = parse(await readFile(join(folder, manifestName), 'utf8').catch(() => ''))
  if (manifest === undefined) return undefined
  const isWhole = async ([file, bytes]: [string, number]) =>
    (await stat(join(folder, file)).catch(() => undefined))?.size === bytes
  const whole = await Promise.all(Object.entries(manifest.sizes ?? {}).map(isWhole))
  return whole.length > 0 && whole.every(Boolean) ? { ...manifest, folder } : undefined
}
