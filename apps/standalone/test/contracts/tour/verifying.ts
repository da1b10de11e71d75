import { verifyAccount } from '@carillon/service'
import { logins, operatorOf } from '../../verify/operator.ts'
import type { Whole } from '../../whole.ts'

/** Every read of every login, and on Facebook the writes around ads, of which some calls have no other occasion. */
export async function verifying(whole: Whole): Promise<void> {
  const operator = operatorOf(whole)
  for (const { name } of logins) {
    const accountId = await operator.connect(name)
    const isForAds = name === 'facebook'
    const publish = isForAds ? { ...(await operator.everything(name, accountId)), lasting: false } : null
    const { checks } = await verifyAccount(whole.context, { accountId, publish })
    const failed = checks.filter(({ outcome }) => outcome === 'failed')
    if (failed.length > 0) throw new Error(`${name}: ${JSON.stringify(failed)}`)
  }
}
