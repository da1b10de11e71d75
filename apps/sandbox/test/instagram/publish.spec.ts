import { expect } from 'chai'
import { eachTest } from '../fixture.ts'
import { image } from '../meta/files.ts'
import { instagramAccess, LINKED_SCOPES, pageAccess, startRig, userToken } from '../meta/rig.ts'

const DAY = 86_400_000
const JPEG = 'https://media.example/a.jpg'
const OTHER = 'https://media.example/b.jpg'

describe('instagram: publishing and reading', () => {
  const rig = eachTest(startRig)
  const own = eachTest(() => instagramAccess(rig))

  beforeEach(async () => {
    rig.web.set(JPEG, { bytes: await image(320, 320), contentType: 'image/jpeg' })
    rig.web.set(OTHER, { bytes: await image(400, 320), contentType: 'image/jpeg' })
  })

  const post = (edge: string, form: Record<string, string>, at = own) =>
    rig.post(`${at.url}/${edge}`, { access_token: at.token, ...form })
  const get = (path: string, query: Record<string, string> = {}) =>
    rig.get(`${rig.urls.instagram}/v25.0/${path}`, { access_token: own.token, ...query })

  async function publish(form: Record<string, string>, at = own): Promise<string> {
    const { body } = await post('media', form, at)
    rig.advance(400)
    return (await post('media_publish', { creation_id: body.id }, at)).body.id
  }

  // biome-ignore lint/suspicious/noExplicitAny: the state is JSON for people and tests
  const held = async (id: string): Promise<any> =>
    (((await rig.instagram.state())['posts'] ?? []) as { id: string }[]).find((one) => one.id === id)

  it('publishes one image with everything that can be said about it', async () => {
    const user_tags = [{ username: 'sam', x: 0.25, y: 0.75 }]
    const form = {
      image_url: JPEG,
      caption: 'Rye #bread',
      alt_text: 'A loaf',
      user_tags: JSON.stringify(user_tags),
      collaborators: '["mika.creates"]',
      is_ai_generated: 'true',
    }
    const id = await publish(form)
    const kept = await held(id)
    expect(kept).to.deep.include({
      accountId: own.id,
      text: 'Rye #bread',
      collaborators: ['mika.creates'],
      isAiGenerated: true,
      kind: 'IMAGE',
    })
    expect(kept.media[0]).to.deep.include({
      altText: 'A loaf',
      userTags: user_tags,
      width: 320,
      contentType: 'image/jpeg',
    })
    const { body } = await get(id, { fields: 'id,permalink,timestamp,caption,media_type,alt_text,username' })
    expect(body).to.include({
      id,
      caption: 'Rye #bread',
      media_type: 'IMAGE',
      alt_text: 'A loaf',
      username: 'lindqvist.bakery',
    })
    expect(body.permalink).to.match(/^https:\/\/www\.instagram\.com\/p\/[\w-]+\/$/)
    expect(body.timestamp).to.match(/\+0000$/)
  })

  it('publishes a carousel in order', async () => {
    const children = []
    for (const image_url of [OTHER, JPEG]) {
      children.push((await post('media', { image_url, is_carousel_item: 'true', alt_text: image_url })).body.id)
    }
    rig.advance(400)
    expect((await post('media_publish', { creation_id: children[0] })).body.error.code).to.equal(100)
    const id = await publish({ media_type: 'CAROUSEL', children: JSON.stringify(children), caption: 'Two' })
    const kept = await held(id)
    expect(kept.kind).to.equal('CAROUSEL_ALBUM')
    expect(kept.media.map(({ width }: { width: number }) => width)).to.deep.equal([400, 320])
    const { body } = await get(id, { fields: 'media_type,children{id,media_url,alt_text}' })
    expect(body.children.data.map(({ alt_text }: { alt_text: string }) => alt_text)).to.deep.equal([OTHER, JPEG])
    const child = await get(body.children.data[0].id, { fields: 'media_type,permalink' })
    expect(child.body).to.deep.equal({ media_type: 'IMAGE', id: body.children.data[0].id })
    expect((await get(`${id}/children`, { fields: 'media_url' })).body.data).to.have.length(2)
    const { body: limit } = await get(`${own.id}/content_publishing_limit`)
    expect(limit).to.deep.equal({ data: [{ quota_usage: 1 }] })
  })

  it('does not publish early, twice, late or what is not there', async () => {
    const { body } = await post('media', { image_url: JPEG })
    const creation_id = body.id
    expect((await post('media_publish', { creation_id })).body.error).to.include({ code: 9007, error_subcode: 2207027 })
    rig.advance(400)
    expect((await post('media_publish', { creation_id })).status).to.equal(200)
    expect((await get(creation_id, { fields: 'status_code' })).body.status_code).to.equal('PUBLISHED')
    expect((await post('media_publish', { creation_id })).body.error).to.include({ code: 9007, error_subcode: 2207027 })
    const { body: late } = await post('media', { image_url: JPEG })
    rig.advance(DAY)
    expect((await post('media_publish', { creation_id: late.id })).body.error).to.include({
      code: -2,
      error_subcode: 2207020,
    })
    expect((await post('media_publish', { creation_id: '17800000000000000' })).body.error).to.include({
      code: 24,
      error_subcode: 2207006,
    })
    expect((await post('media_publish', {})).body.error.code).to.equal(100)
    const posts = (await rig.instagram.state())['posts'] as { accountId: string }[]
    expect(posts.filter(({ accountId }) => accountId === own.id)).to.have.length(3)
  })

  it('counts against the quota of a day', async () => {
    const limit = async (fields?: string) =>
      (await get(`${own.id}/content_publishing_limit`, { ...(fields && { fields }) })).body
    expect(await limit()).to.deep.equal({ data: [{ quota_usage: 0 }] })
    for (let count = 0; count < 50; count += 1) await publish({ image_url: JPEG })
    const config = { quota_total: 50, quota_duration: 86_400 }
    expect(await limit('quota_usage,config')).to.deep.equal({ data: [{ quota_usage: 50, config }] })
    expect((await limit('quota_left')).error.code).to.equal(100)
    expect((await limit('constructor')).error?.code).to.equal(100)
    const { body } = await post('media', { image_url: JPEG })
    rig.advance(400)
    const rejected = await post('media_publish', { creation_id: body.id })
    expect([rejected.status, rejected.body.error.code, rejected.body.error.error_subcode]).to.deep.equal([
      403, 9, 2207042,
    ])
    const since = async (ms: number) =>
      (await get(`${own.id}/content_publishing_limit`, { since: String(Math.floor(ms / 1000)) })).body
    const start = Date.UTC(2026, 10, 20, 12)
    expect(await since(start + 10_000)).to.deep.equal({ data: [{ quota_usage: 25 }] })
    expect((await since(start - DAY)).error?.code).to.equal(100)
    expect((await get(`${own.id}/content_publishing_limit`, { since: 'soon' })).body.error?.code).to.equal(100)
    rig.advance(DAY)
    expect(await limit()).to.deep.equal({ data: [{ quota_usage: 0 }] })
    expect(await publish({ image_url: JPEG })).to.match(/^\d{17}$/)
  })

  it('lists posts, newest first, page by page', async () => {
    const id = await publish({ image_url: JPEG })
    const { body: first } = await get(`${own.id}/media`, {
      limit: '2',
      fields: 'id,caption,media_type,comments_count,like_count',
    })
    expect(first.data[0]).to.deep.equal({ id, media_type: 'IMAGE', comments_count: 0, like_count: 0 })
    expect(first.data[1]).to.include({ caption: 'Good morning', comments_count: 1, like_count: 2 })
    const { body: second } = await rig.send(first.paging.next)
    expect(second.data).to.have.length(1)
    expect(second.data[0]).to.include({ media_type: 'CAROUSEL_ALBUM' })
    expect(second.paging).to.not.have.property('next')
    expect((await get('me/media')).body.data).to.have.length(3)
    expect((await get(`${own.id}/media`, { fields: 'colour' })).body.error.code).to.equal(100)
  })

  it('lists the later of two posts of one millisecond first', async () => {
    const made: unknown[] = []
    for (const text of ['first', 'second'])
      made.push(await rig.instagram.person['post']?.({ as: 'lindqvist.bakery', text }))
    const { body } = await get(`${own.id}/media`, { limit: '2', fields: 'id' })
    expect(body.data).to.deep.equal(made.toReversed())
  })

  it('shows what the public does', async () => {
    const id = await publish({ image_url: JPEG })
    await rig.instagram.person['comment']?.({ on: id, text: 'Wow' })
    await rig.instagram.person['like']?.({ postId: id })
    await rig.instagram.person['message']?.({ to: 'lindqvist.bakery', text: 'Hi' })
    expect((await get(id, { fields: 'comments_count,like_count' })).body).to.deep.equal({
      comments_count: 1,
      like_count: 1,
      id,
    })
    expect(JSON.stringify((await rig.instagram.state())['messages'])).to.include('"Hi"')
  })

  it('is the same account through Facebook Login, with the user and with the Page token', async () => {
    const page = await pageAccess(rig)
    for (const token of [page.user, page.token]) {
      const linked = { id: own.id, token, url: `${rig.urls.facebook}/v25.0/${own.id}` }
      const id = await publish({ image_url: JPEG, caption: 'Linked' }, linked)
      expect((await get(id, { fields: 'caption' })).body).to.deep.equal({ caption: 'Linked', id })
    }
    const { body } = await rig.get(`${rig.urls.facebook}/v25.0/${own.id}`, {
      access_token: page.user,
      fields: 'id,username',
    })
    expect(body).to.deep.equal({ id: own.id, username: 'lindqvist.bakery' })
    const odd = await rig.get(`${rig.urls.facebook}/v25.0/${own.id}`, { access_token: page.user, fields: 'user_id' })
    expect(odd.body.error.code).to.equal(100)
  })

  it('asks through Facebook Login for its scopes, the Page, and ads permission for a business', async () => {
    const make = (id: string, access_token: string) =>
      rig.post(`${rig.urls.facebook}/v25.0/${id}/media`, { access_token, image_url: JPEG })
    const jun = await userToken(rig, { as: 'jun.sato' })
    expect((await make(own.id, jun)).body.error).to.include({ code: 100, error_subcode: 33 })
    const outdoor = '17841400987654321'
    const without = await userToken(rig, { as: 'tomas.ferrer' })
    const rejected = await make(outdoor, without)
    expect([rejected.status, rejected.body.error.code]).to.deep.equal([403, 200])
    const events = await make('17841400222000119', without)
    expect([events.status, events.body.error.message.includes('CREATE_CONTENT')]).to.deep.equal([403, true])
    const withAds = await userToken(rig, { as: 'tomas.ferrer', scopes: [...LINKED_SCOPES, 'ads_read'] })
    expect((await make(outdoor, withAds)).status).to.equal(200)
    const shy = await userToken(rig, { withhold: ['instagram_content_publish'] })
    expect((await make(own.id, shy)).body.error.code).to.equal(10)
  })
})
