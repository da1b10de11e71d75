import { expect } from 'chai'
import type { Held } from './flows/flow.ts'
import { startWhole, type Whole } from './whole.ts'

describe('networks that do more than they document', function () {
  this.timeout(600_000)
  let whole: Whole
  before(async () => {
    whole = await startWhole({ networks: ['facebook', 'instagram', 'tiktok', 'youtube'] })
  })
  after(() => whole.close())

  const app = async (network: string, settings: object) => {
    const { status, body } = await whole.sandboxCall('POST', '/person/app', { network, ...settings })
    expect(status, JSON.stringify(body)).to.equal(201)
  }

  async function publish(platform: string, accountId: string, body: object): Promise<Held> {
    const response = await whole.call('POST', '/posts', { platform, accountId, ...body })
    return response.body.publishId ? whole.ended(response.body.publishId) : response.body
  }

  const sample = (name: string) => ({ url: `${whole.sandbox.url}/samples/${name}` })

  async function bytesOf(name: string): Promise<{ contentType: string; base64: string }> {
    const response = await fetch(sample(name).url)
    const bytes = Buffer.from(await response.arrayBuffer())
    return { contentType: String(response.headers.get('content-type')), base64: bytes.toString('base64') }
  }

  /** A session of connecting in which the user says yes. */
  async function session(platform: string, as?: string): Promise<Held> {
    const path = `/profiles/${whole.profileId}/connect`
    const { authorizationUrl, connectionSessionId } = (await whole.call('POST', path, { platform })).body
    await whole.sandboxCall('POST', '/person/consent', { authorizationUrl, decision: 'approve', ...(as && { as }) })
    return (await whole.call('GET', `${path}/${connectionSessionId}`)).body
  }

  it('youtube locks the videos of a new project to private: published, with a warning', async () => {
    const accountId = await whole.connect('youtube')
    const video = sample('video-320x240-2s.mp4')
    const post = { title: 'For all', privacy_status: 'public', made_for_kids: false, video }
    const locked = await publish('youtube', accountId, post)
    expect(locked).to.include({ status: 'published' })
    expect(locked.error).to.include({ code: 'invalid_post_settings' })
    expect(locked.error.message).to.include('private').and.to.include('audit')
    await app('youtube', { audited: true })
    const open = await publish('youtube', accountId, { ...post, title: 'For all, again' })
    expect([open.status, open.error]).to.deep.equal(['published', null])
  })

  it('tiktok sends the user back when the app was not given a permission', async () => {
    await app('tiktok', { scopes: ['user.info.basic', 'video.list'] })
    const failed = await session('tiktok')
    expect(failed.status).to.equal('failed')
    expect(failed.error).to.include({ code: 'provider_error' })
    expect(failed.error.message).to.include('FEATURES')
    await app('tiktok', { scopes: null })
    expect((await session('tiktok')).status).to.equal('completed')
  })

  it('facebook leaves a vertical video a draft: rejected, with what to do', async () => {
    const { accounts } = (await whole.sandboxCall('GET', '/state/facebook')).body
    const single = accounts.find(({ pages }: { pages?: unknown[] }) => pages?.length === 1)
    const accountId = await whole.connect('facebook', { as: single.handle })
    await app('facebook', { verticalDrafts: true })
    const draft = await publish('facebook', accountId, { message: 'Up', video: await bytesOf('video-540x960-4s.mp4') })
    expect([draft.status, draft.error.code]).to.deep.equal(['failed', 'provider_rejected'])
    expect(draft.error.message).to.include('draft').and.to.include('reel')
    await app('facebook', { verticalDrafts: false })
  })

  it('facebook finds pages of a list too large: they are read smaller', async () => {
    const { accounts } = (await whole.sandboxCall('GET', '/state/facebook')).body
    const single = accounts.find(({ pages }: { pages?: unknown[] }) => pages?.length === 1)
    const accountId = await whole.connect('facebook', { as: single.handle })
    await app('facebook', { maxPage: 25 })
    const { status, body } = await whole.call('GET', `/posts?platform=facebook&accountId=${accountId}`)
    expect(status, JSON.stringify(body)).to.equal(200)
    await app('facebook', { maxPage: null })
  })

  it('instagram cannot fetch an image for a while: it is offered again', async () => {
    const accountId = await whole.connect('instagram')
    await app('instagram', { unfetchedImages: 2 })
    const done = await publish('instagram', accountId, { caption: 'Rye', image: await bytesOf('photo-600x600.jpg') })
    expect([done.status, done.error]).to.deep.equal(['published', null])
  })

  it('google ends the refresh token of an app in testing after seven days: the account expires', async () => {
    const accountId = await whole.connect('youtube')
    await whole.sandboxCall('POST', '/clock', { advanceMs: 8 * 86_400_000 })
    const refreshed = await whole.call('POST', `/profiles/${whole.profileId}/accounts/refresh`)
    expect(refreshed.status).to.be.oneOf([200, 207])
    const account = await whole.call('GET', `/profiles/${whole.profileId}/accounts/${accountId}`)
    expect(account.body.status).to.equal('expired')
  })
})
