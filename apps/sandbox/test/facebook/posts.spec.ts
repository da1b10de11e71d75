import { expect } from 'chai'
import { allTests } from '../fixture.ts'
import { image } from '../meta/files.ts'
import { pageAccess, startRig } from '../meta/rig.ts'

const FIELDS =
  'id,message,created_time,permalink_url,full_picture,status_type,from{id,name},shares,comments.limit(0).summary(total_count),reactions.limit(0).summary(total_count),attachments{media_type,media,subattachments}'

describe('facebook: posts of a Page', () => {
  const rig = allTests(startRig)
  const page = allTests(() => pageAccess(rig))

  const list = (query: Record<string, string> = {}) =>
    rig.get(`${page.url}/published_posts`, { access_token: page.token, ...query })

  it('lists the posts, newest first, with what was asked for', async () => {
    const { body } = await list({ fields: FIELDS })
    const [buns, oven] = body.data
    expect(body.data).to.have.length(2)
    expect(buns).to.include({ message: 'Cardamom buns, every Saturday from eight.', status_type: 'added_photos' })
    expect(buns.created_time).to.equal('2026-11-17T12:00:00+0000')
    expect(buns.comments.summary).to.deep.equal({ total_count: 1 })
    expect(buns.reactions.summary).to.deep.equal({ total_count: 2 })
    expect(buns.from).to.deep.equal({ id: page.id, name: 'Lindqvist Bakery' })
    expect(buns.attachments.data[0].media_type).to.equal('photo')
    expect(buns).to.not.have.property('shares')
    expect(oven).to.not.have.any.keys('full_picture', 'attachments')
    const { body: odd } = await list({ fields: 'attachments{__proto__,media_type}' })
    expect(Object.keys(odd.data[0].attachments.data[0])).to.deep.equal(['media_type'])
  })

  it('lists the later of two posts of one millisecond first', async () => {
    const made = ['first', 'second'].map((text) => rig.facebook.person['post']?.({ as: 'Ferrer Cycling', text }))
    const other = await pageAccess(rig, { as: 'tomas.ferrer' })
    const { body } = await rig.get(`${other.url}/published_posts`, { access_token: other.token, limit: '2' })
    expect(body.data.map(({ id }: { id: string }) => ({ id }))).to.deep.equal(made.toReversed())
  })

  it('pages by cursors; next carries the token', async () => {
    const { body: first } = await list({ limit: '1', fields: 'id' })
    expect(new URL(first.paging.next).searchParams.get('access_token')).to.equal(page.token)
    const { body: second } = await rig.send(first.paging.next)
    expect(second.data[0].id).to.not.equal(first.data[0].id)
    expect(second.paging).to.not.have.property('next')
    const { body: past } = await list({ limit: '1', after: second.paging.cursors.after })
    expect(past).to.deep.equal({ data: [] })
    expect((await rig.send(second.paging.previous)).body.data[0].id).to.equal(first.data[0].id)
  })

  it('takes since and until', async () => {
    const { body } = await list({ since: String(Date.UTC(2026, 10, 15) / 1000), until: '2026-11-18' })
    expect(body.data).to.have.length(1)
    expect((await list({ since: 'long ago' })).body.error.code).to.equal(100)
  })

  it('rejects more than 100 at a time, and a user token', async () => {
    expect((await list({ limit: '100' })).status).to.equal(200)
    expect((await list({ limit: '101' })).body.error.code).to.equal(100)
    expect((await list({ access_token: page.user })).body.error.code).to.equal(200)
  })

  it('rejects a reader without pages_read_user_content', async () => {
    const other = await pageAccess(rig, { as: 'jun.sato', withhold: ['pages_read_user_content'] })
    const { status, body } = await rig.get(`${other.url}/published_posts`, { access_token: other.token })
    expect([status, body.error.code]).to.deep.equal([403, 10])
  })

  it('shows and deletes a post', async () => {
    const { body: made } = await rig.post(`${page.url}/photos`, {
      source: await image(300, 200),
      caption: 'Gone soon',
      access_token: page.token,
    })
    const url = `${rig.urls.facebook}/v25.0/${made.post_id}`
    const asked = `${url}?access_token=${page.token}`
    expect((await rig.send(`${asked}&fields=message`)).body).to.deep.equal({ message: 'Gone soon', id: made.post_id })
    expect((await rig.send(asked, { method: 'DELETE' })).body).to.deep.equal({ success: true })
    for (const method of ['GET', 'DELETE']) {
      expect((await rig.send(asked, { method })).body.error).to.include({
        code: 100,
        error_subcode: 33,
        type: 'GraphMethodException',
      })
    }
  })

  it('deletes one photo of several without the post, and with the last one the post', async () => {
    const ids: string[] = []
    for (const width of [300, 400]) {
      const form = { source: await image(width, 200), published: 'false', access_token: page.token }
      ids.push((await rig.post(`${page.url}/photos`, form)).body.id)
    }
    const attached = Object.fromEntries(
      ids.map((id, at) => [`attached_media[${at}]`, JSON.stringify({ media_fbid: id })]),
    )
    const { body: post } = await rig.post(`${page.url}/feed`, { ...attached, access_token: page.token })
    const at = (id = '') => `${rig.urls.facebook}/v25.0/${id}?access_token=${page.token}`
    const targets = async () => {
      const { body } = await rig.send(`${at(post.id)}&fields=attachments{target,subattachments{target}}`)
      const [{ target, subattachments } = {} as never] = body.attachments?.data ?? []
      return body.error?.code ?? (subattachments?.data ?? [{ target }]).map((one: typeof body) => one.target.id)
    }
    expect(await targets()).to.deep.equal(ids)
    await rig.send(at(ids[0]), { method: 'DELETE' })
    expect(await targets()).to.deep.equal([ids[1]])
    await rig.send(at(ids[1]), { method: 'DELETE' })
    expect(await targets()).to.equal(100)
  })

  it('shows what the public does', async () => {
    const { body } = await list({ fields: 'id' })
    const postId = body.data[0].id
    const comment = await rig.facebook.person['comment']?.({ on: postId, text: 'Lovely', as: 'Kim' })
    await rig.facebook.person['like']?.({ postId, as: 'Kim' })
    await rig.facebook.person['like']?.({ postId, as: 'Kim' })
    await rig.facebook.person['message']?.({ to: 'lindqvistbakery', text: 'Open today?', as: 'Kim' })
    const counted = await rig.get(`${rig.urls.facebook}/v25.0/${postId}`, { access_token: page.token, fields: FIELDS })
    expect(counted.body.comments.summary.total_count).to.equal(2)
    expect(counted.body.reactions.summary.total_count).to.equal(3)
    const state = await rig.facebook.state()
    expect(JSON.stringify(state['messages'])).to.include('Open today?')
    expect(comment)
      .to.have.nested.property('ids[0]')
      .that.matches(/^\d+_\d+$/)
    expect(() => rig.facebook.person['comment']?.({ on: '1', text: 'x' })).to.throw(RangeError, 'on')
  })
})
