import { prepareRelease } from './release/prepare.ts'
import { ReleaseError } from './release/release-error.ts'
import { tagRelease } from './release/tag.ts'

const usage = 'Usage: npm run release -- prepare <major.minor.patch>, then, with that committed: npm run release -- tag'

/** `prepare` writes the version to every file that contains it; `tag` tags the commit with that version. */
const commands: Readonly<Record<string, (root: string, words: readonly string[]) => string>> = {
  prepare: (root, [version = '']) => prepareRelease(root, { version, today: new Date().toISOString().slice(0, 10) }),
  tag: (root) => tagRelease(root),
}

const [name = '', ...words] = process.argv.slice(2)
try {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new ReleaseError(usage)
  process.stdout.write(`${command(process.cwd(), words)}\n`)
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
