import { closeDailyQuota, consumeDailyQuota } from '@carillon/database'
import type { Platform } from '@carillon/domain'
import { expect } from 'chai'
import { platformSetups } from '../src/config/platform-setup.ts'
import { offeredPlatforms } from '../src/connect-links/offered-platforms.ts'
import { ask, bodyOf } from './ask.ts'
import { type Harness, startHarness } from './harness.ts'

describe('what an organization may know of its deployment', () => {
  let harness: Harness
  const now = new Date('2026-11-20T12:00:00Z')
  before(async () => {
    harness = await startHarness({ now: () => now })
  })
  after(() => harness.close())
  const scope = { organizationId: '0199d1b3-aa00-7c11-9d22-4e33f5a6b7c8', profileId: null }

  it('is how much of each daily quota is used, and when it is reset', async () => {
    const bucket = 'youtube.units'
    // Noon in UTC is early morning of the same day in California.
    await consumeDailyQuota(harness.context.db, { bucket, day: '2026-11-20', cost: 1_250, limit: 10_000 })
    await consumeDailyQuota(harness.context.db, { bucket, day: '2026-11-19', cost: 9_000, limit: 10_000 })
    await closeDailyQuota(harness.context.db, { bucket: 'youtube.uploads', day: '2026-11-20' })
    const { config } = harness.context
    const networks = { ...config.networks, youtube: { ...config.networks.youtube, secrets: { clientId: 'ours' } } }
    const context = { ...harness.context, config: { ...config, networks } }
    const { quotas } = bodyOf(await ask(context, 'quotas.list', { scope }))
    expect(bodyOf(await ask(harness.context, 'quotas.list', { scope })).quotas, 'not configured').to.deep.equal([])
    expect(quotas.slice(0, 2)).to.deep.equal([
      {
        name: bucket,
        title: 'API units',
        platform: 'youtube',
        used: 1_250,
        limit: 10_000,
        isExhausted: false,
        resetsAt: '2026-11-21T08:00:00.000Z',
      },
      {
        name: 'youtube.uploads',
        title: 'Video uploads',
        platform: 'youtube',
        used: 0,
        limit: 100,
        isExhausted: true,
        resetsAt: '2026-11-21T08:00:00.000Z',
      },
    ])
  })

  it('is which platforms have their settings, without any value', async () => {
    const { platforms } = bodyOf(await ask(harness.context, 'platforms.list', { scope }))
    expect(platforms).to.deep.equal(platformSetups(harness.context.config))
  })

  it('names what is missing beside what is set, and nothing for a platform that is complete', () => {
    const { config } = harness.context
    const of = (secrets: Record<string, string>) =>
      platformSetups({ networks: { ...config.networks, youtube: { ...config.networks.youtube, secrets } } }).find(
        ({ platform }) => platform === 'youtube',
      )
    expect(of({})).to.deep.include({ state: 'not_configured' })
    expect(of({ clientId: 'ours' })).to.deep.equal({
      platform: 'youtube',
      state: 'incomplete',
      missingSettings: ['YOUTUBE_CLIENT_SECRET'],
    })
    expect(of({ clientId: 'ours', clientSecret: 'hidden' })).to.deep.equal({
      platform: 'youtube',
      state: 'ready',
      missingSettings: [],
    })
  })

  for (const [platform, secrets, state] of [
    ['whatsapp', { verifyToken: 'v', signupConfigId: 'c' }, 'incomplete'],
    ['whatsapp', { clientId: 'a', clientSecret: 'b', signupConfigId: 'c' }, 'incomplete'],
    ['whatsapp', { clientId: 'a', clientSecret: 'b', verifyToken: 'v', signupConfigId: 'c' }, 'ready'],
    ['youtube', { clientId: 'a' }, 'incomplete'],
    ['facebook', { verifyToken: 'v' }, 'not_configured'],
    ['instagram', { facebookClientId: 'a', facebookClientSecret: 'b' }, 'ready'],
    ['bluesky', {}, 'ready'],
  ] as const satisfies readonly (readonly [Platform, Record<string, string>, string])[]) {
    it(`is ${state} for ${platform} with ${Object.keys(secrets).join(', ') || 'nothing'}`, () => {
      const { config } = harness.context
      const networks = { ...config.networks, [platform]: { ...config.networks[platform], secrets } }
      const setup = platformSetups({ networks }).find((one) => one.platform === platform)
      expect(setup?.state).to.equal(state)
      expect(offeredPlatforms({ ...config, networks }).includes(platform), 'offered').to.equal(state === 'ready')
    })
  }

  it('offers a platform one of whose logins is complete on the page of a connect link', () => {
    const { config } = harness.context
    const secrets = { clientId: 'a', clientSecret: 'b', facebookClientId: 'c' }
    const networks = { ...config.networks, instagram: { ...config.networks.instagram, secrets } }
    expect(platformSetups({ networks })).to.deep.include({
      platform: 'instagram',
      state: 'incomplete',
      missingSettings: ['INSTAGRAM_FACEBOOK_CLIENT_SECRET'],
    })
    expect(offeredPlatforms({ ...config, networks })).to.include('instagram')
  })
})
