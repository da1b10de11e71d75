import { expect } from 'chai'
import { eachTest } from '../fixture.ts'
import { startDouble } from './double.ts'

describe('tiktok: what people do', () => {
  const double = eachTest(startDouble)

  // biome-ignore lint/suspicious/noExplicitAny: the result of an act is JSON of any shape
  async function act(name: string, body: Record<string, unknown>): Promise<any> {
    const done = double.network.person[name]
    if (!done) throw new Error(`no act ${name}`)
    return done({ network: 'tiktok', ...body })
  }
  async function rejected(name: string, body: Record<string, unknown>): Promise<boolean> {
    return act(name, body).then(
      () => false,
      () => true,
    )
  }

  it('comment on a public post, and reply to each other', async () => {
    const { id: on } = await act('post', { text: 'Fresh' })
    const { ids } = await act('comment', { on, text: 'First!', as: 'early.bird' })
    const { ids: replies } = await act('comment', { on, parent: ids[0], text: 'Second' })
    await act('comment', { parent: replies[0], text: 'Third', as: 'lena.bakes' })
    const account = double.account(await double.connect())
    const { data } = await account.get('/business/comment/list/', { video_id: on, include_replies: 'true' })
    expect(data.comments).to.have.length(1)
    expect(data.comments[0]).to.include({ comment_id: ids[0], username: 'early.bird', owner: false, replies: 2 })
    const told = data.comments[0].reply_list
    expect(told.map(({ text, owner }: { text: string; owner: boolean }) => [text, owner])).to.deep.equal([
      ['Second', false],
      ['Third', true],
    ])
    const { comments } = await double.settled()
    expect(comments.find(({ id }: { id: string }) => id === replies[0])).to.include({
      parentId: ids[0],
      accountId: null,
      authorHandle: 'passer.by',
      hidden: false,
      liked: false,
      deleted: false,
    })
  })

  it('edit, like, hide and delete comments', async () => {
    const { id: on } = await act('post', {})
    const { ids } = await act('comment', { on, count: 3, replies: 2 })
    expect(ids).to.have.length(3)
    expect(await act('comment-edit', { id: ids[0], text: 'Better' })).to.deep.equal({ id: ids[0], text: 'Better' })
    expect((await act('comment-like', { id: ids[0], count: 4 })).likes).to.equal(4)
    await act('comment-hide', { id: ids[1], hidden: true })
    await act('comment-delete', { id: ids[2] })
    const account = double.account(await double.connect())
    const { data } = await account.get('/business/comment/list/', { video_id: on, sort_field: 'create_time' })
    expect(data.comments).to.have.length(2)
    expect(data.comments.find(({ likes }: { likes: number }) => likes === 4).text).to.equal('Better')
    expect(data.comments.find(({ likes }: { likes: number }) => likes === 0).status).to.equal('HIDDEN')
    const { comments } = await double.settled()
    const gone = comments.filter(
      ({ postId, deleted }: { postId: string; deleted: boolean }) => postId === on && deleted,
    )
    expect(gone).to.have.length(3)
  })

  it('like posts and comments', async () => {
    const before = (await double.settled()).posts.findLast(({ text }: { text: string }) => text === 'Cutting the crumb')
    const liked = await act('like', {})
    expect(liked).to.deep.equal({ id: before.id, likes: before.likes + 1 })
    const { ids } = await act('comment', { on: before.id, text: 'x' })
    expect((await act('like', { commentId: ids[0] })).likes).to.equal(1)
  })

  it('cannot do what makes no sense', async () => {
    expect(await rejected('comment', {})).to.equal(true)
    expect(await rejected('comment', { text: 'x', on: '1' })).to.equal(true)
    expect(await rejected('comment', { text: 'x', parent: '1' })).to.equal(true)
    const { id: on } = await act('post', { as: 'new.here' })
    expect(await rejected('comment', { on })).to.equal(true)
    expect(await rejected('like', { commentId: '1' })).to.equal(true)
    expect(await rejected('like', { as: 'nobody' })).to.equal(true)
    const { id: shown } = await act('post', {})
    const { ids } = await act('comment', { on: shown })
    expect(await rejected('like', { commentId: ids[0], postId: shown })).to.equal(true)
    expect(await rejected('like', { commentId: ids[0], as: 'lena.bakes' })).to.equal(false)
    expect(await rejected('settings', { as: 'nobody', duetDisabled: true })).to.equal(true)
    expect(await rejected('moderate', { reason: 'mood' })).to.equal(true)
  })

  it('change their settings', async () => {
    await act('settings', { as: 'lena.bakes', privateAccount: true, maxVideoSeconds: 60 })
    const { data } = await double.account(await double.connect()).get('/business/video/settings/')
    expect(data).to.include({ max_video_post_duration_sec: 60 })
    expect(data.privacy_level_options).to.not.include('PUBLIC_TO_EVERYONE')
  })

  it('are given other limits', async () => {
    await act('limits', { requestsPerMinute: 1 })
    const account = double.account(await double.connect())
    await account.get('/business/get/')
    expect((await account.get('/business/get/')).code).to.equal(40100)
  })

  it('are shown with the default person first, and without tokens', async () => {
    const { access_token } = await double.connect()
    const state = await double.settled()
    expect(state.accounts[0]).to.include({ handle: 'lena.bakes', connected: true })
    expect(state.accounts).to.have.length(6)
    expect(JSON.stringify(state)).to.not.include(access_token)
  })
})
