import { execFile } from 'node:child_process'
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../../../../..')
const run = promisify(execFile)

/** The newest release before the working tree; null if none exists. */
export async function lastRelease(): Promise<string | null> {
  const found = run('git', ['-C', root, 'describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^'])
  return found.then(
    ({ stdout }) => stdout.trim(),
    () => null,
  )
}

/**
 * Unpacks an archive into a new folder, and installs what is needed to run the Carillon in it.
 * @param archive a shell command that writes the archive; `$1` is the working tree, `$2` the word
 */
async function install(folder: string, archive: string, word = ''): Promise<string> {
  mkdirSync(folder)
  await run('bash', ['-c', `set -euo pipefail; (${archive}) | tar x -C "$3"`, 'bash', root, word, folder])
  await run(process.execPath, [join(folder, 'scripts/run.mjs'), 'carillon', '--version'])
  return folder
}

/** A Carillon as it was at a commit or tag. */
export const installCommit = (folder: string, commit: string): Promise<string> =>
  install(folder, 'git -C "$1" archive "$2"', commit)

const addedMigration = `import { type Kysely, sql } from 'kysely'
import type { Step } from '../migrating/migration.ts'

/** What a next version may add while the previous one runs: a table, a nullable column, an index, values in batches. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql\`create table upgrade_run (id uuid primary key)\`.execute(db)
  await sql\`alter table external_write add column upgrade_run integer\`.execute(db)
}

export const after: readonly Step[] = [
  { kind: 'index', name: 'external_write_upgrade_run', on: 'external_write (upgrade_run)' },
]
`

/** The working tree as the next version, with one migration more than the working tree has. */
export async function installNext(folder: string): Promise<string> {
  await install(folder, 'cd "$1" && git ls-files -z | tar c --null -T -')
  const source = join(folder, 'packages/database/src/migrations')
  writeFileSync(join(source, '9999-upgrade-run.ts'), addedMigration)
  appendFileSync(join(source, 'index.ts'), `export * as '9999-upgrade-run' from './9999-upgrade-run.ts'\n`)
  return folder
}
