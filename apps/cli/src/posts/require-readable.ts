import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { UsageError } from '../usage-error.ts'

/**
 * Checks that a path is a file that can be read, before anything is sent.
 * @throws UsageError if it is not
 */
export async function requireReadable(path: string): Promise<void> {
  let isFile: boolean
  try {
    isFile = (await stat(path)).isFile()
    await access(path, constants.R_OK)
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${Object(error).code ?? error}.`)
  }
  if (!isFile) throw new UsageError(`${path} is not a file.`)
}
