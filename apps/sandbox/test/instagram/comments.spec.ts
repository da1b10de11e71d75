import { expect } from 'chai'
import { eachTest } from '../fixture.ts'
import {
  INSTAGRAM_LOGIN_SCOPES,
  instagramAccess,
  LINKED_SCOPES,
  pageAccess,
  startRig,
  type TestResponse,
} from '../meta/rig.ts'

const FIELDS = 'id,text,timestamp,username,from,user,like_count,hidden,parent_id'

for (const login of ['instagram', 'facebook'] as const) {
  describe(`instagram: comments through ${login} login`, () => {
    const rig = eachTest(startRig)
    let token: string
    let mediaId: string

    beforeEach(async () => {
      token = await connect()
      const made = (await act('post', { as: 'lindqvist.bakery' })) as { id: string }
      mediaId = made.id
    })

    const connect = async (withhold: string[] = []) => {
      if (login === 'facebook') {
        const scopes = [...LINKED_SCOPES, 'instagram_manage_comments']
        return (await pageAccess(rig, { scopes, withhold })).token
      }
      const scopes = [...INSTAGRAM_LOGIN_SCOPES, 'instagram_business_manage_comments']
      return (await instagramAccess(rig, { scopes, withhold })).token
    }
    const act = async (name: string, body: Record<string, unknown>) => rig.instagram.person[name]?.(body)
    const comment = async (body: Record<string, unknown> = {}) =>
      (await act('comment', { on: mediaId, ...body })) as { ids: string[] }
    const at = (path: string) => `${rig.urls[login]}/v25.0/${path}`
    const get = (path: string, query: Record<string, string> = {}, as = token) =>
      rig.get(at(path), { access_token: as, ...query })
    const post = (path: string, form: Record<string, string>, as = token) =>
      rig.post(at(path), { access_token: as, ...form })
    const remove = (id: string) => rig.send(`${at(id)}?access_token=${token}`, { method: 'DELETE' })
    const ids = ({ body }: TestResponse) => body.data.map(({ id }: { id: string }) => id)
    const code = ({ status, body }: TestResponse) => [status, body.error?.code, body.error?.error_subcode]
    const unknown = [400, 100, 33]

    it('gives fifty at most, newest first, top-level only', async () => {
      const { ids: said } = await comment({ count: 60, replies: 1 })
      const first = await get(`${mediaId}/comments`, { limit: '100', fields: 'id,timestamp' })
      expect(ids(first)).to.deep.equal(said.slice(10).reverse())
      const second = await rig.send(first.body.paging.next)
      expect(ids(second)).to.deep.equal(said.slice(0, 10).reverse())
      expect(second.body.paging).to.not.have.property('next')
      expect((await get(`${mediaId}/comments`)).body.data).to.have.length(25)
    })

    it('expands replies and gives the others on their edge', async () => {
      const [id = ''] = (await comment({ replies: 4, as: 'kim' })).ids
      const own = (await post(`${id}/replies`, { message: 'Thank you' })).body.id
      const { body } = await get(`${mediaId}/comments`, { fields: `${FIELDS},replies.limit(2){${FIELDS}}` })
      const [told] = body.data
      expect(told).to.include({ id, username: 'kim', like_count: 0, hidden: false })
      expect(told).to.not.have.any.keys('user', 'parent_id')
      expect(told.replies.data).to.have.length(2)
      expect(told.replies.data[0].parent_id).to.equal(id)
      const all = await get(`${id}/replies`, { fields: FIELDS })
      expect(all.body.data).to.have.length(5)
      expect(all.body.data.find((one: { id: string }) => one.id === own))
        .to.include({
          username: 'lindqvist.bakery',
          text: 'Thank you',
        })
        .and.to.have.property('user')
    })

    it('adds every reply to the top-level comment, unless one is hidden', async () => {
      const [id = ''] = (await comment()).ids
      const { id: reply } = (await post(`${id}/replies`, { message: 'Hi' })).body
      const { id: deeper } = (await post(`${reply}/replies`, { message: 'Deeper' })).body
      expect((await get(deeper, { fields: 'parent_id' })).body).to.have.property('parent_id', id)
      await post(id, { hide: 'true' })
      for (const one of [id, reply]) {
        expect(code(await post(`${one}/replies`, { message: 'Hidden' }))).to.deep.equal([400, 100, undefined])
      }
      await post(id, { hide: 'false' })
      expect(code(await post(`${id}/replies`, {}))).to.deep.equal([400, 100, undefined])
      expect(code(await post(`${id}/replies`, { message: 'x'.repeat(2201) }))).to.deep.equal([400, 100, undefined])
    })

    it('hides and shows, but never what the account wrote itself', async () => {
      const [id = ''] = (await comment()).ids
      const hidden = async (of: string) => (await get(of, { fields: 'hidden' })).body.hidden
      expect((await post(id, { hide: 'true' })).body).to.deep.equal({ success: true })
      expect(await hidden(id)).to.equal(true)
      await post(id, { hide: 'false' })
      expect(await hidden(id)).to.equal(false)
      const { id: own } = (await post(`${id}/replies`, { message: 'Mine' })).body
      expect((await post(own, { hide: 'true' })).body).to.deep.equal({ success: true })
      expect(await hidden(own)).to.equal(false)
      expect(code(await post(id, { hidden: 'true' }))).to.deep.equal([400, 100, undefined])
    })

    it('deletes any comment on its posts, with the replies', async () => {
      const [id = ''] = (await comment({ replies: 1 })).ids
      expect((await remove(id)).body).to.deep.equal({ success: true })
      expect(code(await remove(id))).to.deep.equal(unknown)
      expect((await get(mediaId, { fields: 'comments_count' })).body.comments_count).to.equal(0)
    })

    it('needs the scope, and does not know the comments of others', async () => {
      const [id = ''] = (await comment()).ids
      const shy = await connect([
        login === 'facebook' ? 'instagram_manage_comments' : 'instagram_business_manage_comments',
      ])
      expect(code(await get(`${mediaId}/comments`, {}, shy))).to.deep.equal([403, 10, undefined])
      expect(code(await post(`${id}/replies`, { message: 'x' }, shy))).to.deep.equal([403, 10, undefined])
      const made = (await act('post', { as: 'mika.creates' })) as { id: string }
      const [foreign = ''] = ((await act('comment', { on: made.id })) as { ids: string[] }).ids
      expect(code(await get(foreign))).to.deep.equal(unknown)
      expect(code(await get(`${made.id}/comments`))).to.deep.equal(unknown)
    })

    it('names its calls', async () => {
      const [id = ''] = (await comment()).ids
      const named = (method: string, path: string) =>
        rig[login].operation({ method, path: `/v25.0/${path}` } as Parameters<typeof rig.instagram.operation>[0])
      expect([
        named('GET', `${mediaId}/comments`),
        named('GET', `${id}/replies`),
        named('POST', `${id}/replies`),
        named('POST', id),
        named('DELETE', id),
      ]).to.deep.equal(['comments.list', 'comments.replies', 'comments.create', 'comments.hide', 'comments.delete'])
    })
  })
}
