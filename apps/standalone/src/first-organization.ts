import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '@carillon/admin'
import { createLogger } from '@carillon/log'

export interface FirstOrganization {
  organizationId: string
  apiKey: string
}

type Env = Readonly<Record<string, string | undefined>>

/** The organization that a new installation begins with, its key, a card on file and localhost as allowed origin. */
export async function firstOrganization(dir: string, env: Env, origins: string[]): Promise<FirstOrganization> {
  const log = createLogger({ name: 'standalone', level: 'error', destination: process.stderr })
  const run = (...words: string[]) => runCommand(words, { env, log }) as Promise<Record<string, string>>
  const path = join(dir, 'organization.json')
  if (existsSync(path)) {
    const kept: FirstOrganization & { databaseUrl: string } = JSON.parse(readFileSync(path, 'utf8'))
    const { keys } = (await run('key', 'list', '--organization', kept.organizationId)) as unknown as { keys: unknown[] }
    if (keys.length > 0) {
      for (const origin of origins)
        await run('origin', 'allow', '--organization', kept.organizationId, '--origin', origin)
      return kept
    }
  }
  const { organizationId = '' } = await run('organization', 'create', '--name', 'My organization')
  const { apiKey = '' } = await run('key', 'create', '--organization', organizationId, '--name', 'first key')
  await run('card', 'set', '--organization', organizationId, '--on')
  for (const origin of origins) await run('origin', 'allow', '--organization', organizationId, '--origin', origin)
  writeFileSync(path, JSON.stringify({ organizationId, apiKey }, null, 2), { mode: 0o600 })
  return { organizationId, apiKey }
}
