import { expect } from 'chai'
import { type Double, startDouble } from './double.ts'

describe('tiktok: what people do', () => {
  let double: Double
  beforeEach(async () => {
    double = await startDouble()
  })
  afterEach(() => double.close())

  // biome-ignore lint/suspicious/noExplicitAny: what an act answers is JSON of any shape
  async function act(name: string, body: Record<string, unknown>): Promise<any> {
    const done = double.network.person[name]
    if (!done) throw new Error(`no act ${name}`)
    return done({ network: 'tiktok', ...body })
  }
  async function refused(name: string, body: Record<string, unknown>): Promise<boolean> {
    return act(name, body).then(
      () => false,
      () => true,
    )
  }

  it('comment on the newest public post, and answer each other', async () => {
    const comment = await act('comment', { text: 'First!', as: 'early.bird' })
    expect(comment).to.include({ author: 'early.bird', owner: false, parentId: null })
    const reply = await act('comment', { text: 'Second', postId: comment.postId, parentId: comment.id })
    const deeper = await act('comment', { text: 'Third', as: 'lena.bakes', postId: comment.postId, parentId: reply.id })
    expect(deeper).to.include({ parentId: comment.id, owner: true })
    const account = double.account(await double.connect())
    const { data } = await account.get('/business/comment/list/', { video_id: comment.postId, include_replies: 'true' })
    const told = data.comments.find(({ comment_id }: { comment_id: string }) => comment_id === comment.id)
    expect(told.reply_list.map(({ text }: { text: string }) => text)).to.deep.equal(['Second', 'Third'])
  })

  it('like posts and comments', async () => {
    const before = (await double.settled()).posts.findLast(({ text }: { text: string }) => text === 'Cutting the crumb')
    const liked = await act('like', {})
    expect(liked).to.deep.equal({ id: before.id, likes: before.likes + 1 })
    const comment = await act('comment', { text: 'x' })
    expect((await act('like', { commentId: comment.id })).likes).to.equal(1)
  })

  it('cannot do what makes no sense', async () => {
    expect(await refused('comment', {})).to.equal(true)
    expect(await refused('comment', { text: 'x', postId: '1' })).to.equal(true)
    expect(await refused('comment', { text: 'x', parentId: '1' })).to.equal(true)
    expect(await refused('like', { commentId: '1' })).to.equal(true)
    expect(await refused('settings', { as: 'nobody', duetDisabled: true })).to.equal(true)
    expect(await refused('moderate', { reason: 'mood' })).to.equal(true)
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
