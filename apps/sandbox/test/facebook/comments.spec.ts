import { expect } from 'chai'
import { eachTest } from '../fixture.ts'
import { PAGE_SCOPES, pageAccess, startRig, type TestResponse } from '../meta/rig.ts'

const SCOPES = [...PAGE_SCOPES, 'pages_manage_engagement']
const FIELDS =
  'id,message,from{id,name,picture{url}},like_count,is_hidden,can_hide,comment_count,parent{id},permalink_url'

describe('facebook: comments', () => {
  const rig = eachTest(startRig)
  const page = eachTest(() => pageAccess(rig, { scopes: SCOPES }))
  let postId: string

  beforeEach(async () => {
    const made = (await act('post', { as: 'Lindqvist Bakery', text: 'Open late' })) as { id: string }
    postId = made.id
  })

  const act = async (name: string, body: Record<string, unknown>) => rig.facebook.person[name]?.(body)
  const comment = async (body: Record<string, unknown> = {}) =>
    (await act('comment', { on: postId, ...body })) as { ids: string[] }
  const at = (path: string) => `${rig.urls.facebook}/v25.0/${path}`
  const get = (path: string, query: Record<string, string> = {}, token = page.token) =>
    rig.get(at(path), { access_token: token, ...query })
  const list = (query: Record<string, string> = {}) => get(`${postId}/comments`, { filter: 'toplevel', ...query })
  const post = (path: string, form: Record<string, string>, token = page.token) =>
    rig.post(at(path), { access_token: token, ...form })
  const remove = (id: string, token = page.token) => rig.send(`${at(id)}?access_token=${token}`, { method: 'DELETE' })
  const ids = ({ body }: TestResponse) => body.data.map(({ id }: { id: string }) => id)
  const code = ({ status, body }: TestResponse) => [status, body.error?.code]

  it('pages through them in the order asked for, across a deletion', async () => {
    const { ids: said } = await comment({ count: 5 })
    const newest = { order: 'reverse_chronological', limit: '2', fields: 'id' }
    const first = await list(newest)
    expect(ids(first)).to.deep.equal([said[4], said[3]])
    expect(first.body.paging.next).to.include('order=reverse_chronological').and.to.include('access_token=')
    await act('comment-delete', { id: said[3] })
    const second = await rig.send(first.body.paging.next)
    expect(ids(second)).to.deep.equal([said[2], said[1]])
    expect(ids(await list({ ...newest, after: second.body.paging.cursors.after }))).to.deep.equal([said[0]])
    expect(ids(await list({ order: 'chronological', limit: '1' }))).to.deep.equal([said[0]])
    const { before } = second.body.paging.cursors
    expect(ids(await list({ ...newest, limit: '3', before }))).to.deep.equal([said[4]])
    expect((await list({ ...newest, before: first.body.paging.cursors.before })).body).to.deep.equal({ data: [] })
    expect(code(await list({ limit: '101' }))).to.deep.equal([400, 100])
    expect(code(await list({ order: 'newest' }))).to.deep.equal([400, 100])
  })

  for (const order of ['chronological', 'reverse_chronological']) {
    it(`pages through comments of one moment across a deletion, ${order}`, async () => {
      const said: string[] = []
      for (const message of ['a', 'b', 'c']) said.push((await post(`${postId}/comments`, { message })).body.id)
      if (order === 'reverse_chronological') said.reverse()
      const first = await list({ order, limit: '1', fields: 'id' })
      expect(ids(first)).to.deep.equal([said[0]])
      await remove(said[0] ?? '')
      const second = await rig.send(first.body.paging.next)
      expect(ids(second)).to.deep.equal([said[1]])
      expect(ids(await rig.send(second.body.paging.next))).to.deep.equal([said[2]])
    })
  }

  it('repeats every filter in the URL of the next page', async () => {
    const { ids: said } = await comment({ count: 4 })
    const { data } = (await list({ fields: 'id,created_time', order: 'chronological' })).body
    const since = data[2].created_time
    const first = await list({ since, order: 'reverse_chronological', limit: '1', fields: 'id' })
    const second = await rig.send(first.body.paging.next)
    expect([...ids(first), ...ids(second)]).to.deep.equal([said[3], said[2]])
    expect(second.body.paging).to.not.have.property('next')
  })

  it('shows what was asked for, with replies inline and on their own edge', async () => {
    const [id = ''] = (await comment({ text: 'Until when?', as: 'Kim', replies: 3 })).ids
    const { body } = await list({ fields: `${FIELDS},comments.limit(2){id,message,parent{id}}` })
    const [told] = body.data
    expect(told).to.include({ id, message: 'Until when?', like_count: 0, is_hidden: false, can_hide: true })
    expect(told.from).to.include({ name: 'Kim' }).and.to.have.nested.property('picture.data.url')
    expect(told.comment_count).to.equal(3)
    expect(told.comments.data).to.have.length(2)
    expect(told.comments.data[0].parent).to.deep.equal({ id })
    const rest = await rig.send(told.comments.paging.next)
    expect(rest.body.data).to.have.length(1)
    expect(rest.body.data[0]).to.have.all.keys('id', 'message', 'parent')
    expect((await get(`${id}/comments`)).body.data).to.have.length(3)
    const flat = await get(`${postId}/comments`, { filter: 'stream', fields: 'id,parent{id}', summary: 'true' })
    expect(flat.body.data).to.have.length(4)
    expect(flat.body.summary.total_count).to.equal(4)
  })

  it('leaves the hidden ones out when no filter is named', async () => {
    const [id = ''] = (await comment()).ids
    expect((await post(id, { is_hidden: 'true' })).body).to.deep.equal({ success: true })
    expect(code(await post(id, { is_hidden: 'constructor' }))).to.deep.equal([400, 100])
    expect(ids(await list())).to.deep.equal([id])
    expect((await get(`${postId}/comments`)).body.data).to.deep.equal([])
  })

  it('comments, replies, hides and deletes with the token of the Page', async () => {
    const [id = ''] = (await comment()).ids
    const own = (await post(`${postId}/comments`, { message: 'Until ten' })).body
    const reply = (await post(`${id}/comments`, { message: 'You too' })).body
    const deeper = (await post(`${reply.id}/comments`, { message: 'And you' })).body
    expect((await get(deeper.id, { fields: 'parent{id},from,can_hide' })).body).to.deep.equal({
      id: deeper.id,
      parent: { id },
      from: { id: page.id, name: 'Lindqvist Bakery' },
      can_hide: false,
    })
    expect(code(await post(own.id, { is_hidden: 'true' }))).to.deep.equal([400, 100])
    expect((await remove(id)).body).to.deep.equal({ success: true })
    for (const gone of [id, reply.id]) expect(code(await get(gone))).to.deep.equal([400, 100])
    expect(code(await post(`${postId}/comments`, { message: '' }))).to.deep.equal([400, 100])
    expect(code(await post(`${postId}/comments`, { message: 'x'.repeat(8001) }))).to.deep.equal([400, 100])
  })

  it('tells who wrote to the Page only', async () => {
    await comment({ as: 'Kim' })
    const withUser = await get(`${postId}/comments`, { fields: 'id,from,message' }, page.user)
    expect(withUser.body.data[0]).to.have.all.keys('id', 'message')
    expect(code(await post(`${postId}/comments`, { message: 'x' }, page.user))).to.deep.equal([403, 200])
  })

  it('needs the scopes and the task, and knows no comments of other Pages', async () => {
    const [id = ''] = (await comment()).ids
    const reader = await pageAccess(rig, { scopes: SCOPES, withhold: ['pages_manage_engagement'] })
    expect((await get(`${postId}/comments`, {}, reader.token)).status).to.equal(200)
    expect(code(await post(`${id}/comments`, { message: 'x' }, reader.token))).to.deep.equal([403, 200])
    const blind = await pageAccess(rig, { scopes: SCOPES, withhold: ['pages_read_user_content'] })
    expect(code(await get(`${postId}/comments`, {}, blind.token))).to.deep.equal([403, 10])
    const books = await pageAccess(rig, { scopes: SCOPES, as: 'lea.moreau' })
    const theirs = (await get(`${books.id}/published_posts`, {}, books.token)).body.data[0].id
    expect(code(await get(`${theirs}/comments`, {}, books.token))).to.deep.equal([403, 200])
    expect(code(await get(`${postId}/comments`, {}, books.token))).to.deep.equal([403, 200])
    const { accounts } = (await rig.facebook.state()) as {
      accounts: { handle: string; pages: { traits: string[] }[] }[]
    }
    const lea = accounts.find(({ handle }) => handle === 'lea.moreau')
    expect(lea?.pages[0]?.traits).to.include('no_moderate_task')
  })

  it('shows in the state what has become of them', async () => {
    const { ids: said } = await comment({ count: 2, as: 'Kim' })
    await act('comment-hide', { id: said[0], hidden: true })
    await act('comment-edit', { id: said[0], text: 'Better' })
    await act('comment-like', { id: said[0], count: 2 })
    await act('comment-delete', { id: said[1] })
    const { comments } = (await rig.facebook.state()) as { comments: { postId: string; authorId: string }[] }
    const own = comments.filter((one) => one.postId === postId)
    const [first, second] = own
    expect(first).to.include({
      id: said[0],
      accountId: null,
      authorHandle: 'Kim',
      text: 'Better',
      likes: 2,
      hidden: true,
    })
    expect(second).to.include({ id: said[1], deleted: true, authorId: first?.authorId ?? '' })
  })

  it('names its calls and counts them against the Page', async () => {
    const [id = ''] = (await comment()).ids
    const named = (method: string, path: string) =>
      rig.facebook.operation({ method, path: `/v25.0/${path}` } as Parameters<typeof rig.facebook.operation>[0])
    expect([
      named('GET', `${postId}/comments`),
      named('POST', `${postId}/comments`),
      named('GET', `${id}/comments`),
      named('GET', id),
      named('POST', id),
      named('DELETE', id),
      named('DELETE', postId),
    ]).to.deep.equal([
      'comments.list',
      'comments.create',
      'comments.replies',
      'comments.get',
      'comments.hide',
      'comments.delete',
      'posts.delete',
    ])
    const { headers } = await get(id)
    expect(JSON.parse(headers.get('x-business-use-case-usage') ?? '{}')).to.have.property(page.id)
  })
})
