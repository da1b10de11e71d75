import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { folders } from './folders.ts'

/** How a file is compressed: the name of the encoding and the ending of the file that holds it. */
export const encodings = { br: '.br', gzip: '.gz' } as const

export type Encoding = keyof typeof encodings

export interface Manifest {
  /** Files of the first load, in the order in which the page names them. */
  scripts: string[]
  /** Modules that the scripts import at once, so that the browser can ask for them early. */
  preloads: string[]
  styles: string[]
  /** The ending decides the type. Compressed forms exist where they are smaller. */
  files: Record<string, { encodings: Encoding[] }>
}

/** A bundle that has been built. */
export interface Bundle extends Manifest {
  folder: string
}

export const manifestName = 'manifest.json'
/** Names the folder that was built last, for an installation without sources. */
export const currentName = 'current'

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
}

export function contentType(name: string): string {
  return types[extname(name)] ?? 'application/octet-stream'
}

/** The bundle in a folder below `folders.bundles`; undefined if it does not exist. */
export async function readBundle(name: string): Promise<Bundle | undefined> {
  const folder = join(folders.bundles, name)
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const manifest: Manifest = JSON.parse(text)
  return { ...manifest, folder }
}
