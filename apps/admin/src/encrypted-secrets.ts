import type { ProcessLogger } from '@carillon/log'
import { createContext, hasEncryptedSecrets, readConfig } from '@carillon/service'

/**
 * Returns whether the database that the settings name has encrypted credentials of accounts or secrets of webhook
 * endpoints, whatever key they are encrypted with. The database has to be migrated.
 * @throws ConfigError for a setting that is missing or invalid; Error if the database cannot be reached
 */
export async function findEncryptedSecrets({
  env,
  log,
}: {
  env: Readonly<Record<string, string | undefined>>
  log: ProcessLogger
}): Promise<boolean> {
  const context = await createContext(readConfig(env), { log })
  try {
    return await hasEncryptedSecrets(context)
  } finally {
    await context.close()
  }
}
