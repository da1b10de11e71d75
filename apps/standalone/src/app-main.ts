import { fileURLToPath } from 'node:url'
import { bundleApp } from '@carillon/bundler'

/** The codes of errors with which nothing can be written: a read-only checkout, that of another user, a full disk. */
const notWritable: readonly unknown[] = ['EACCES', 'EDQUOT', 'ENOSPC', 'EPERM', 'EROFS']

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

/**
 * Returns the path of the script that runs as an app: its bundle or, if that cannot be written (for lack of permission
 * or space), its sources, which take more memory.
 * @param bundle makes the bundle and returns its path; `bundleApp` except in tests
 * @throws Error if the sources cannot be bundled, or for another error of the file system
 */
export async function appMain(app: 'gateway' | 'worker', bundle: typeof bundleApp = bundleApp): Promise<string> {
  try {
    return await bundle(app)
  } catch (error) {
    if (!notWritable.includes(codeOf(error))) throw error
    process.stderr.write(`The bundle of ${app} cannot be written (${codeOf(error)}); its sources run instead.\n`)
    return fileURLToPath(new URL('./main.ts', import.meta.resolve(`@carillon/${app}`)))
  }
}
