import { existsSync, readFileSync } from 'node:fs'
import { openCommands } from '@carillon/admin'
import { createLogger } from '@carillon/log'
import { writeWhole } from './write-whole.ts'

export interface FirstOrganization {
  organizationId: string
  apiKey: string
}

type Env = Readonly<Record<string, string | undefined>>
type Fields = Readonly<Record<string, unknown>>
/** Runs a command of the operator and returns its JSON result. */
type Run = (...words: string[]) => Promise<Fields>

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/**
 * Returns the API keys of an organization; null if the database has no organization with this id, such as after it was
 * replaced.
 */
async function keysOf(run: Run, organizationId: string): Promise<Fields[] | null> {
  try {
    const { keys } = await run('key', 'list', '--organization', organizationId)
    return Array.isArray(keys) ? keys.filter(isObject) : []
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'invalid_request') return null
    throw error
  }
}

function makeKey(run: Run, organizationId: string) {
  return run('key', 'create', '--organization', organizationId, '--name', 'first key')
}

/**
 * Returns the organization of an earlier start; null if none exists. A new API key is created if the stored one was
 * deleted or expires.
 */
async function kept(run: Run, path: string): Promise<FirstOrganization | null> {
  if (!existsSync(path)) return null
  const { organizationId, apiKey }: FirstOrganization = JSON.parse(readFileSync(path, 'utf8'))
  const keys = await keysOf(run, organizationId)
  if (keys === null) return null
  if (keys.some(({ last4, expiresAt }) => expiresAt === null && apiKey.endsWith(textOf(last4)))) {
    return { organizationId, apiKey }
  }
  return { organizationId, apiKey: textOf((await makeKey(run, organizationId))['apiKey']) }
}

async function create(run: Run): Promise<FirstOrganization> {
  const organizationId = textOf((await run('organization', 'create', '--name', 'My organization'))['organizationId'])
  const apiKey = textOf((await makeKey(run, organizationId))['apiKey'])
  await run('card', 'set', '--organization', organizationId, '--on')
  return { organizationId, apiKey }
}

/**
 * Returns the organization of an installation and its API key. The first call creates both, with a card on file (no
 * limit of free accounts), and stores the organization's id and the key in the file `path`. Later calls read the file;
 * they create another key if the stored one was deleted or has an expiry, and another organization if it no longer
 * exists. Each call allows the `origins` as targets of redirects after a user connects an account. `env` has the
 * configuration of the service, with the URL of the database.
 */
export async function firstOrganization(path: string, env: Env, origins: string[]): Promise<FirstOrganization> {
  const log = createLogger({ name: 'standalone', level: 'error', destination: process.stderr })
  const commands = await openCommands({ env, log })
  const run: Run = async (...words) => {
    const output = await commands.run(words)
    return isObject(output) ? output : {}
  }
  try {
    const first = (await kept(run, path)) ?? (await create(run))
    for (const origin of origins) {
      await run('origin', 'allow', '--organization', first.organizationId, '--origin', origin)
    }
    writeWhole(path, first)
    return first
  } finally {
    await commands.close()
  }
}
