import { expect } from 'chai'
import { type ApiResponse, startWhole, type Whole } from './whole.ts'

const networks = ['instagram', 'tiktok', 'facebook', 'youtube', 'x'] as const

/** Errors that only a network's rejection brings about, each played by the sandbox and observed at the gateway. */
describe('what callers are told when a network rejects', function () {
  this.timeout(600_000)
  let whole: Whole
  const ids: Record<string, string> = {}

  before(async () => {
    whole = await startWhole({ networks })
    for (const platform of networks) ids[platform] = await whole.connect(platform)
  })
  after(() => whole.close())
  afterEach(() => whole.sandboxCall('DELETE', '/faults'))

  async function media(name: string, key: 'content_type' | 'contentType' = 'content_type') {
    const response = await fetch(`${whole.sandbox.url}/samples/${name}`)
    const base64 = Buffer.from(await response.arrayBuffer()).toString('base64')
    return { [key]: response.headers.get('content-type'), base64 }
  }
  const fault = (network: string, name: string, more: object = {}) =>
    whole.sandboxCall('POST', '/faults', { network, fault: name, ...more })
  const publish = (platform: string, body: object) =>
    whole.call('POST', '/posts', { platform, accountId: ids[platform], ...body })

  function rejected(response: ApiResponse, status: number, code: string): void {
    expect([response.status, response.body.error?.code], JSON.stringify(response.body)).to.deep.equal([status, code])
    expect(response.body.error.message).to.be.a('string').with.length.above(10)
  }

  const videoFile = async () => ({
    title: 'A video',
    privacy_status: 'private',
    made_for_kids: false,
    video: await media('video-320x240-2s.mp4'),
  })
  const clip = async (more: object = {}) => ({
    music_usage_confirmed: true,
    privacy_level: 'PUBLIC_TO_EVERYONE',
    video: await media('video-640x360-4s.mp4'),
    ...more,
  })

  it('quota_exhausted, with the time of the reset', async () => {
    await fault('youtube', 'quota-exhausted', { operation: 'videos.insert', times: 1 })
    const response = await publish('youtube', await videoFile())
    rejected(response, 429, 'quota_exhausted')
    expect(response.body.error.message).to.match(/\d{4}-\d\d-\d\dT/)
    expect(Number(response.headers.get('retry-after'))).to.be.above(0)
    // Our own count is closed until then, so that the network is not asked in vain.
    await whole.context.pool.query('delete from day_budget')
  })

  it('upload_limit_exceeded', async () => {
    await fault('youtube', 'upload-limit-exceeded', { operation: 'videos.insert', times: 1 })
    rejected(await publish('youtube', await videoFile()), 422, 'upload_limit_exceeded')
  })

  it('provider_rejected, with the explanation', async () => {
    rejected(await publish('youtube', { ...(await videoFile()), category_id: '9999' }), 422, 'provider_rejected')
  })

  it('invalid_video, naming the item, what was found and the limit', async () => {
    const long = await publish('tiktok', await clip({ video: await media('video-640x360-1s.mp4') }))
    rejected(long, 422, 'invalid_video')
    expect(long.body.error.message).to.match(/video.*1 s.*3 s/)
  })

  it('invalid_post_settings', async () => {
    await whole.sandboxCall('POST', '/person/settings', { network: 'tiktok', duetDisabled: true })
    rejected(await publish('tiktok', await clip({ disable_duet: false })), 422, 'invalid_post_settings')
    await whole.sandboxCall('POST', '/person/settings', { network: 'tiktok', duetDisabled: false })
  })

  it('privacy_level_unsupported, before any call', async () => {
    rejected(await publish('tiktok', await clip({ privacy_level: 'SELF_ONLY' })), 422, 'privacy_level_unsupported')
    const nowhere = { video: { url: 'https://nowhere.invalid/video.mp4' }, privacy_level: 'SELF_ONLY' }
    rejected(await publish('tiktok', await clip(nowhere)), 422, 'privacy_level_unsupported')
  })

  it('media_url_unverified', async () => {
    await whole.sandboxCall('POST', '/person/url-ownership', { network: 'tiktok', verified: false })
    rejected(await publish('tiktok', await clip()), 422, 'media_url_unverified')
    await whole.sandboxCall('POST', '/person/url-ownership', { network: 'tiktok', verified: true })
  })

  it('rate_limited by the network, with Retry-After', async () => {
    await fault('tiktok', 'throttle', { times: 5 })
    const response = await publish('tiktok', await clip())
    rejected(response, 429, 'rate_limited')
    expect(Number(response.headers.get('retry-after'))).to.be.above(0)
  })

  it('duplicate_post', async () => {
    expect((await publish('x', { text: 'said twice' })).status).to.equal(201)
    rejected(await publish('x', { text: 'said twice' }), 409, 'duplicate_post')
  })

  it('publish_not_unknown, for a publish that has ended', async () => {
    const { body } = await publish('x', { text: 'known to be published' })
    const path = `/posts/publishes/${body.publishId}/resolution`
    rejected(await whole.call('POST', path, { outcome: 'failed' }), 409, 'publish_not_unknown')
  })

  it('key_limit_reached, for one key more than an organization may have', async () => {
    const create = () => whole.call('POST', '/keys', { name: 'one of many' })
    let response = await create()
    while (response.status === 201) response = await create()
    rejected(response, 409, 'key_limit_reached')
  })

  it('temporarily_unavailable, when the network has no credits left or is down', async () => {
    await fault('x', 'quota-exhausted', { operation: 'posts.create', times: 1 })
    rejected(await publish('x', { text: 'no credits' }), 503, 'temporarily_unavailable')
  })

  it('invalid_media, for invalid base64 on the network that has this code', async () => {
    const response = await publish('x', { text: 'x', media: [{ content_type: 'image/jpeg', base64: 'not base64!' }] })
    rejected(response, 422, 'invalid_media')
  })

  it('invalid_image, for an image that is too tall', async () => {
    const response = await publish('instagram', { image: await media('photo-300x900.jpg', 'contentType') })
    rejected(response, 422, 'invalid_image')
    expect(response.body.error.message).to.match(/image.*0\.333.*0\.75/)
  })

  it('page_not_selected, for a person without a Page', async () => {
    const accountId = await whole.connect('facebook', { as: 'amara.diallo' })
    const image = await media('photo-640x480.jpg', 'contentType')
    rejected(await whole.call('POST', '/posts', { platform: 'facebook', accountId, image }), 409, 'page_not_selected')
  })

  it('missing_permission, for a Page that may not be posted to', async () => {
    const started = await whole.call('POST', `/profiles/${whole.profileId}/connect`, { platform: 'facebook' })
    const { authorizationUrl, connectionSessionId } = started.body
    const consent = { authorizationUrl, decision: 'approve', as: 'jun.sato', withhold: ['pages_manage_posts'] }
    await whole.sandboxCall('POST', '/person/consent', consent)
    const session = await whole.call('GET', `/profiles/${whole.profileId}/connect/${connectionSessionId}`)
    const [accountId] = session.body.accountIds
    const image = await media('photo-640x480.jpg', 'contentType')
    rejected(await whole.call('POST', '/posts', { platform: 'facebook', accountId, image }), 403, 'missing_permission')
  })

  it('no_channel and missing_scope, in the session', async () => {
    const ends = [
      { platform: 'youtube', consent: { as: 'viewer.only' }, code: 'no_channel' },
      { platform: 'x', consent: { withhold: ['tweet.write'] }, code: 'missing_scope' },
    ]
    for (const { platform, consent, code } of ends) {
      const started = await whole.call('POST', `/profiles/${whole.profileId}/connect`, { platform })
      const { authorizationUrl, connectionSessionId } = started.body
      await whole.sandboxCall('POST', '/person/consent', { authorizationUrl, decision: 'approve', ...consent })
      const session = await whole.call('GET', `/profiles/${whole.profileId}/connect/${connectionSessionId}`)
      expect([session.body.status, session.body.error?.code]).to.deep.equal(['failed', code])
    }
  })

  it('reconnect_required, for a switch that needs a permission that was withheld', async () => {
    const started = await whole.call('POST', `/profiles/${whole.profileId}/connect`, { platform: 'x' })
    const { authorizationUrl, connectionSessionId } = started.body
    const consent = { authorizationUrl, decision: 'approve', as: 'june_okafor', withhold: ['dm.read'] }
    await whole.sandboxCall('POST', '/person/consent', consent)
    const session = await whole.call('GET', `/profiles/${whole.profileId}/connect/${connectionSessionId}`)
    const path = `/profiles/${whole.profileId}/accounts/${session.body.accountIds[0]}`
    const response = await whole.call('PATCH', path, { xCapabilities: { inbox: true } })
    rejected(response, 409, 'reconnect_required')
    expect(response.body.error.details).to.deep.equal({ missingScopes: ['dm.read'] })
    const { body } = await whole.call('PATCH', path, { xCapabilities: { analytics: true } })
    expect(body.xCapabilities).to.deep.equal({ analytics: true, inbox: false })
  })

  it('provider_error and provider_unavailable, when every account of a list failed', async () => {
    await fault('facebook', 'unavailable')
    const one = await whole.call('GET', `/posts?accountId=${ids['facebook']}`)
    rejected(one, 502, 'provider_error')
    expect(one.body.error.details[0]).to.include({ accountId: ids['facebook'], platform: 'facebook' })
    await fault('x', 'quota-exhausted')
    for (const network of ['instagram', 'tiktok', 'youtube']) await fault(network, 'unavailable')
    const all = await whole.call('GET', `/posts?profileId=${whole.profileId}`)
    rejected(all, 502, 'provider_unavailable')
  })

  it('keeps what came when one network failed', async () => {
    await fault('youtube', 'unavailable')
    const { status, body } = await whole.call('GET', `/posts?profileId=${whole.profileId}`)
    expect(status).to.equal(207)
    expect(body.status).to.equal('partial')
    expect(body.posts.length).to.be.above(0)
    const failed = body.errors.filter(({ platform }: { platform: string }) => platform === 'youtube')
    expect(failed).to.have.length(1)
    expect(failed[0]).to.have.all.keys('accountId', 'profileId', 'platform', 'code', 'message')
  })

  it('result_limit, for a list of more than 10,000 posts', async () => {
    const { posts } = await whole.context.registry.adapter('youtube')
    const list = posts.list
    const post = { text: null, mediaType: 'video', thumbnailUrl: null, permalink: null, publishedAt: null } as const
    posts.list = async (_call, cursor) => ({
      posts: Array.from({ length: 600 }, (_, at) => ({
        ...post,
        providerId: `${cursor ?? 0}-${at}`,
        metrics: { likes: null, comments: null, shares: null, views: null, saves: null, quotes: null },
      })),
      next: String(Number(cursor ?? 0) + 1),
    })
    try {
      const { status, body } = await whole.call('GET', `/posts?accountId=${ids['youtube']}`)
      expect([status, body.posts.length]).to.deep.equal([207, 10_000])
      expect(body.errors.map(({ code }: { code: string }) => code)).to.deep.equal(['result_limit'])
    } finally {
      posts.list = list
    }
  })

  it('x_billing_required and billing_required', async () => {
    const { setCard } = await import('@carillon/service')
    await setCard(whole.context, { organizationId: whole.organizationId, onFile: false })
    try {
      rejected(await publish('x', { text: 'not paid' }), 402, 'x_billing_required')
      rejected(await whole.call('GET', `/posts?accountId=${ids['x']}`), 402, 'x_billing_required')
      rejected(await whole.call('DELETE', `/posts/1?platform=x&accountId=${ids['x']}`), 402, 'x_billing_required')
      const connect = (platform: string) => whole.call('POST', `/profiles/${whole.profileId}/connect`, { platform })
      rejected(await connect('x'), 402, 'x_billing_required')
      const response = await connect('youtube')
      rejected(response, 402, 'billing_required')
      expect(response.body.error.details.billingUrl).to.be.a('string')
    } finally {
      await setCard(whole.context, { organizationId: whole.organizationId, onFile: true })
    }
  })

  it('invalid_redirect_uri and invalid_profile', async () => {
    const path = `/profiles/${whole.profileId}/connect`
    const body = { platform: 'youtube', redirectUrl: 'https://evil.example.com/' }
    rejected(await whole.call('POST', path, body), 400, 'invalid_redirect_uri')
    const metadata = { text: 'x'.repeat(16 * 1024) }
    rejected(await whole.call('POST', '/profiles', { name: 'Heavy', metadata }), 400, 'invalid_profile')
    await whole.call('POST', '/profiles', { name: 'One', externalId: 'e-1' })
    rejected(
      await whole.call('POST', '/profiles', { name: 'Two', externalId: 'e-1' }),
      409,
      'profile_external_id_conflict',
    )
  })

  it('charges for what the network billed', async () => {
    const { status, body } = await whole.call('GET', '/usage/x')
    expect(status).to.equal(200)
    expect(body.operations.map(({ operation }: { operation: string }) => operation)).to.include('post.create')
    expect(body.total).to.match(/^\d+\.\d{2,5}$/)
  })
})

describe('a deployment without app credentials', function () {
  this.timeout(600_000)

  it('returns provider_not_configured', async () => {
    const whole = await startWhole({ networks: ['youtube'], env: { YOUTUBE_CLIENT_SECRET: '' } })
    const { status, body } = await whole.call('POST', `/profiles/${whole.profileId}/connect`, { platform: 'youtube' })
    expect([status, body.error.code]).to.deep.equal([422, 'provider_not_configured'])
    await whole.close()
  })
})
