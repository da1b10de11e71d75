import type { AccountRow, CredentialRow } from '@carillon/database'
import type { Context } from '../context.ts'
import { decryptCredentials } from './encrypted-credentials.ts'

/**
 * Decrypts stored credentials and converts them to the form that the platform's adapter expects.
 * @throws ProviderError `connection_expired` if the adapter cannot use them, which is logged
 * @throws Error if no key decrypts them
 */
export async function parseCredentials(
  context: Context,
  account: Pick<AccountRow, 'id' | 'platform'>,
  row: Pick<CredentialRow, 'accountId' | 'ciphertext'>,
): Promise<unknown> {
  const { credentials } = await context.registry.adapter(account.platform)
  const stored = decryptCredentials(context.encryption, row)
  try {
    return credentials.parse(stored)
  } catch (error) {
    context.log.error(
      { accountId: account.id, platform: account.platform, err: error },
      'stored credentials not usable',
    )
    throw error
  }
}
