import { expect } from 'chai'
import { allTests } from '../fixture.ts'
import { bitmap, image, truncated, video } from '../meta/files.ts'
import { PAGE_SCOPES, pageAccess, type Rig, startRig } from '../meta/rig.ts'

// biome-ignore lint/suspicious/noExplicitAny: the state is JSON for people and tests
const stateOf = (rig: Rig) => rig.facebook.state() as any

describe('facebook: photos and feed', () => {
  const rig = allTests(startRig)
  const page = allTests(() => pageAccess(rig))

  before(async () => {
    rig.web.set('https://media.example/a.jpg', { bytes: await image(300, 200), contentType: 'image/jpeg' })
  })

  const post = (edge: string, form: Record<string, string | Buffer>, token = page.token) =>
    rig.post(`${page.url}/${edge}`, { access_token: token, ...form })

  it('publishes one photo from a multipart body', async () => {
    const source = await image(640, 480)
    const { body } = await post('photos', {
      source,
      caption: 'Früh am Morgen',
      alt_text_custom: 'A loaf',
      published: 'true',
    })
    expect(body.post_id).to.match(new RegExp(`^${page.id}_\\d+$`))
    const held = stateOf(rig).posts.find(({ id }: { id: string }) => id === body.post_id)
    expect(held).to.include({ accountId: page.id, text: 'Früh am Morgen', kind: 'image' })
    expect(held.media[0]).to.include({
      contentType: 'image/jpeg',
      bytes: source.length,
      width: 640,
      height: 480,
      altText: 'A loaf',
    })
    const photo = await rig.get(`${rig.urls.facebook}/v25.0/${body.id}`, {
      access_token: page.token,
      fields: 'alt_text,page_story_id,width',
    })
    expect(photo.body).to.include({ alt_text: 'A loaf', page_story_id: body.post_id, width: 640 })
  })

  it('publishes one photo by its address', async () => {
    const { status, body } = await post('photos', { url: 'https://media.example/a.jpg' })
    expect([status, Object.keys(body)]).to.deep.equal([200, ['id', 'post_id']])
  })

  it('joins unpublished photos into one post, in order', async () => {
    const ids = []
    for (const width of [300, 400]) {
      const { body } = await post('photos', { source: await image(width, 200, 'png'), published: 'false' })
      expect(body).to.have.keys('id')
      ids.push(body.id)
    }
    expect(stateOf(rig).unpublishedPhotos).to.have.length(2)
    const indexed = Object.fromEntries(
      ids.map((id, at) => [`attached_media[${at}]`, JSON.stringify({ media_fbid: id })]),
    )
    const { body } = await post('feed', { message: 'Two', ...indexed })
    const held = stateOf(rig).posts.find(({ id }: { id: string }) => id === body.id)
    expect(held).to.include({ kind: 'images', text: 'Two' })
    expect(held.media.map(({ width }: { width: number }) => width)).to.deep.equal([300, 400])
    expect((await post('feed', { message: 'Again', ...indexed })).body.error.code).to.equal(100)
  })

  it('takes a BMP', async () => {
    const { body } = await post('photos', { source: bitmap(), published: 'false' })
    expect(body).to.have.keys('id')
  })

  it('takes JSON bodies', async () => {
    const { body: photo } = await post('photos', { source: await image(300, 200), published: 'false' })
    const { body } = await rig.send(`${page.url}/feed`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${page.token}` },
      body: JSON.stringify({ message: 'JSON', attached_media: [{ media_fbid: photo.id }] }),
    })
    expect(body.id).to.match(/^\d+_\d+$/)
  })

  it('forgets unpublished photos after a day', async () => {
    const other = await startRig()
    const { url, token } = await pageAccess(other)
    const { body: photo } = await other.post(`${url}/photos`, {
      access_token: token,
      source: await image(300, 200),
      published: 'false',
    })
    other.advance(25 * 3_600_000)
    const { body } = await other.post(`${url}/feed`, {
      access_token: token,
      attached_media: JSON.stringify([{ media_fbid: photo.id }]),
    })
    expect(body.error.code).to.equal(100)
    const read = await other.get(`${other.urls.facebook}/v25.0/${photo.id}`, { access_token: token })
    expect([read.body.error?.code, read.body.error?.error_subcode]).to.deep.equal([100, 33])
    expect(stateOf(other).unpublishedPhotos).to.deep.equal([])
    await other.close()
  })

  const badPhotos: [string, () => Promise<Record<string, string | Buffer>>, number, number | undefined][] = [
    ['no file', async () => ({ caption: 'x' }), 324, undefined],
    ['a WebP', async () => ({ source: await image(300, 200, 'webp') }), 324, 1366046],
    ['a truncated JPEG', async () => ({ source: truncated(await image(300, 200)) }), 324, 1366046],
    ['a truncated PNG', async () => ({ source: truncated(await image(300, 200, 'png')) }), 324, 1366046],
    ['a truncated BMP', async () => ({ source: truncated(bitmap()) }), 324, 1366046],
    ['a video', async () => ({ source: video() }), 324, 1366046],
    [
      'more than 10 MiB',
      async () => ({ source: Buffer.concat([await image(300, 200), Buffer.alloc(10 * 1024 * 1024)]) }),
      324,
      1366046,
    ],
    ['a URL that does not respond', async () => ({ url: 'https://media.example/none.jpg' }), 324, undefined],
    [
      'file and address',
      async () => ({ source: await image(300, 200), url: 'https://media.example/a.jpg' }),
      100,
      undefined,
    ],
    ['an unknown parameter', async () => ({ source: await image(300, 200), altText: 'x' }), 100, undefined],
    ['an invalid flag', async () => ({ source: await image(300, 200), published: 'perhaps' }), 100, undefined],
  ]
  for (const [what, form, code, subcode] of badPhotos) {
    it(`rejects ${what} as a photo`, async () => {
      const { status, body } = await post('photos', await form())
      expect([status, body.error.code, body.error.error_subcode]).to.deep.equal([400, code, subcode])
    })
  }

  it('rejects a user token, another Page and a missing scope', async () => {
    const source = await image(300, 200)
    const other = await pageAccess(rig, { as: 'jun.sato', scopes: PAGE_SCOPES, withhold: ['pages_manage_posts'] })
    for (const token of [page.user, other.token]) {
      const { status, body } = await post('photos', { source }, token)
      expect([status, body.error.code]).to.deep.equal([403, 200])
    }
    const own = await rig.post(`${other.url}/feed`, { message: 'x', access_token: other.token })
    expect(own.body.error.code).to.equal(200)
  })

  it('rejects the token of another Page of the same person', async () => {
    const cycling = await pageAccess(rig, { as: 'tomas.ferrer', page: 'Ferrer Cycling' })
    const outdoor = await pageAccess(rig, { as: 'tomas.ferrer', page: 'Ferrer Outdoor' })
    const { body } = await rig.post(`${cycling.url}/feed`, { message: 'x', access_token: outdoor.token })
    expect(body.error.code).to.equal(200)
  })

  it('rejects a person without the task CREATE_CONTENT', async () => {
    const { url, token } = await pageAccess(rig, { as: 'tomas.ferrer', page: 'Ferrer Events' })
    expect((await rig.post(`${url}/feed`, { message: 'x', access_token: token })).body.error.code).to.equal(200)
  })

  const badPosts: [string, Record<string, string>, number][] = [
    ['an empty post', {}, 100],
    ['unknown media', { attached_media: '[{"media_fbid":"1"}]' }, 100],
    ['media that are not list', { attached_media: '{"media_fbid":"1"}' }, 100],
    ['an unknown parameter', { message: 'x', text: 'x' }, 100],
  ]
  for (const [what, form, code] of badPosts) {
    it(`rejects ${what}`, async () => {
      expect((await post('feed', form)).body.error.code).to.equal(code)
    })
  }

  it('rejects the same text twice in a row', async () => {
    expect((await post('feed', { message: 'Closed today' })).status).to.equal(200)
    expect((await post('feed', { message: 'Closed today' })).body.error).to.include({ code: 506 })
  })
})
