import { extname } from 'node:path'
import { UsageError } from '../usage-error.ts'

/** The media types of the files that a post can have, keyed by extension. */
const types: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.mp4': 'video/mp4',
  '.mov': 'video/quicktime',
  '.webm': 'video/webm',
}

/**
 * Returns the media type of a file by the extension of its path. Does not read the file.
 * @throws UsageError for an unknown extension
 */
export function mediaTypeOf(path: string): string {
  const type = types[extname(path).toLowerCase()]
  if (type) return type
  throw new UsageError(
    `${path}: the type of the file is not known. Its name ends with ${Object.keys(types).join(', ')}.`,
  )
}
