import type { Whole } from '../../whole.ts'
import { ok } from './ok.ts'

const reportsOf: Record<string, readonly string[]> = {
  instagram: ['account-insights'],
  tiktok: ['account-analytics', 'account-insights', 'video-insights'],
  facebook: ['page-metrics'],
  youtube: ['channel-insights', 'video-insights'],
}

/** Every report of the account that the network's default person connects, on Instagram through each login. */
export async function reports(whole: Whole): Promise<void> {
  for (const [platform, names] of Object.entries(reportsOf)) {
    const logins = platform === 'instagram' ? [{}, { body: { authMethod: 'facebook_login' } }] : [{}]
    for (const login of logins) {
      const accountId = await whole.connect(platform, login)
      for (const name of names) {
        ok(await whole.call('GET', `/analytics/${platform}/${name}?accountId=${accountId}`), `${platform} ${name}`)
      }
    }
  }
}
