import { operationRow } from '@carillon/contract'
import { expect } from 'chai'
import { compileCheck } from '../../src/validate/validate.ts'
import { type Ask, startGateway, type TestGateway } from '../test-gateway.ts'
import { portraitVideo } from './portrait-video.ts'

const absent = '0199d1b2-ffff-7000-8000-000000000000'

describe('validating a post, with the service behind it', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway({ real: true })
  })
  after(() => gateway.close())

  const validate = async (json: object, options: Ask = {}) => {
    const reply = await gateway.ask('POST', '/api/v1/posts/validate', { json, ...options })
    if (reply.status === 200) {
      compileCheck(operationRow('posts.validate').responses[200]?.schema ?? false)(reply.body, { whole: 'response' })
    }
    return reply
  }
  const post = (platform: 'instagram' | 'facebook' | 'x' | 'bluesky', rest: object = {}) => ({
    platform,
    accountId: gateway.installation.accounts[platform],
    ...rest,
  })

  describe('200', () => {
    it('lists what the schema rejects, with the limit and the value', async () => {
      const { status, body } = await validate(post('bluesky', { text: 'a'.repeat(3001) }))
      expect(status).to.equal(200)
      expect(body).to.deep.include({ valid: false, media: [], charges: [], preview: { text: null, facets: [] } })
      const [problem] = body['problems'] as object[]
      expect(problem).to.include({ code: 'invalid_request', limit: 3000, actual: 3001 })
      expect(problem).to.have.property('path').that.deep.equals(['text'])
    })

    it('lists a field that only publishing later would need, with what to do', async () => {
      const { status, body, text } = await validate(post('bluesky', { text: 'a', add_to_queue: true }))
      expect(status, text).to.equal(200)
      const [problem] = body['problems'] as object[]
      expect(problem).to.include({ code: 'unsupported_feature' })
      expect(problem).to.have.property('path').that.deep.equals(['add_to_queue'])
      expect(problem).to.have.property('message').that.contains('POST /schedules')
    })

    it('lists a missing card, and what else is wrong', async () => {
      const { body } = await validate(post('x', { text: '' }))
      const codes = (body['problems'] as { code: string }[]).map(({ code }) => code)
      expect(codes).to.include.members(['x_billing_required', 'provider_rejected'])
    })

    it('lists a text that is too long for the network and an unusable image together, each with its place', async () => {
      const image = { content_type: 'image/jpeg', base64: Buffer.from('no image at all').toString('base64') }
      const { body } = await validate(post('bluesky', { text: 'a'.repeat(301), images: [image] }))
      const problems = body['problems'] as { code: string; path: string[]; limit: number; actual: number }[]
      expect(problems.map(({ code, path, limit, actual }) => [code, path.join('.'), limit, actual])).to.deep.equal([
        ['provider_rejected', 'text', 300, 301],
        ['invalid_image', 'images.0', null, null],
      ])
    })

    it('lists a video with too few or too many frames a second, with the limit and the value', async () => {
      const video = (framesPerSecond: number) => portraitVideo({ framesPerSecond }).toString('base64')
      const problemOf = async ({ body }: { body: Record<string, unknown> }) => {
        const problems = body['problems'] as { code: string; path: string[]; limit: number; actual: number }[]
        const found = problems.find(({ code }) => code.startsWith('invalid_'))
        return found && [found.code, found.path.join('.'), found.limit, found.actual]
      }
      const reel = (rate: number) =>
        validate(post('facebook', { reel: { contentType: 'video/mp4', base64: video(rate) } }))
      expect(await problemOf(await reel(15))).to.deep.equal(['invalid_video', 'reel', 24, 15])
      expect(await problemOf(await reel(24))).to.equal(undefined)
      const media = (rate: number) =>
        validate(post('x', { text: 'a', media: [{ content_type: 'video/mp4', base64: video(rate) }] }))
      expect(await problemOf(await media(100))).to.deep.equal(['invalid_media', 'media.0', 60, 100])
      expect(await problemOf(await media(15))).to.equal(undefined)
    })

    it('inspects every media item and drops all of them', async () => {
      const image = { contentType: 'image/jpeg', base64: Buffer.from('no image at all').toString('base64') }
      const { body } = await validate(post('instagram', { images: [image, image] }))
      const problems = body['problems'] as { code: string; path: string[] }[]
      expect(problems.map(({ code, path }) => [code, path.join('.')])).to.deep.equal([
        ['invalid_image', 'images.0'],
        ['invalid_image', 'images.1'],
      ])
      expect(await gateway.installation.files()).to.deep.equal([])
    })

    it('drops media of a body that is rejected, too', async () => {
      const image = { contentType: 'image/jpeg', base64: Buffer.from('no image at all').toString('base64') }
      const { status } = await validate(post('instagram', { image, unknown: true }))
      expect(status).to.equal(200)
      expect(await gateway.installation.files()).to.deep.equal([])
    })
  })

  it('400: a body that names no account, or no platform', async () => {
    for (const json of [{ platform: 'x', text: 'a' }, { text: 'a' }, { ...post('x'), accountId: 'one' }]) {
      const { status, body } = await validate(json)
      expect([status, body.error.code]).to.deep.equal([400, 'invalid_request'])
    }
  })

  it('401: without a key', async () => {
    expect((await validate(post('x', { text: 'a' }), { authorization: null })).status).to.equal(401)
  })

  it('404: an account of another organization is as absent as one that does not exist', async () => {
    const foreign = {
      authorization: `Bearer ${gateway.installation.foreign.key}`,
      headers: { 'x-request-id': 'same' },
    }
    const replies = [
      await validate(post('x', { text: 'a' }), foreign),
      await validate({ platform: 'x', accountId: absent, text: 'a' }, foreign),
      await validate({ platform: 'x', accountId: absent, text: 7 }, foreign),
    ]
    for (const { status, body } of replies) expect([status, body.error.code]).to.deep.equal([404, 'account_not_found'])
    expect(replies[0]?.text).to.equal(replies[1]?.text)
  })

  it('415: a body of another type', async () => {
    const options = { body: 'text', headers: { 'content-type': 'text/plain' } }
    expect((await gateway.ask('POST', '/api/v1/posts/validate', options)).status).to.equal(415)
  })

  it('422: a platform that publishes nothing', async () => {
    const { status, body } = await validate({ platform: 'whatsapp', accountId: absent })
    expect([status, body.error.code]).to.deep.equal([422, 'unsupported_platform'])
  })
})
