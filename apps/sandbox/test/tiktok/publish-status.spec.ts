import { deserialize, serialize } from 'node:v8'
import { expect } from 'chai'
import { dataOf, restore } from '../../src/snapshot/records.ts'
import { eachTest } from '../fixture.ts'
import { startDouble, type Tokens } from './double.ts'
import { newestPost, outcome, publishVideo, video, videoUrl } from './publishing.ts'

const path = '/business/publish/status/'

describe('tiktok: publish status', () => {
  const double = eachTest(startDouble)
  let tokens: Tokens

  beforeEach(async () => {
    double.web.set(videoUrl, video())
    tokens = await double.connect()
  })

  const act = (name: string, body: Record<string, unknown>) => double.network.person[name]?.(body)
  const listed = async () => (await double.account(tokens).get('/business/video/list/')).data.videos.length

  it('downloads first, then completes, then tells the id of the moderated post', async () => {
    const { promise: served, resolve: serve } = Promise.withResolvers<void>()
    const account = double.account(tokens)
    double.pauses.push(served)
    const accepted = await publishVideo(double, tokens)
    const ask = async () => (await account.get(path, { publish_id: accepted.data.share_id })).data
    expect(await ask()).to.deep.equal({ status: 'PROCESSING_DOWNLOAD' })
    serve()
    await double.settled()
    expect(await ask()).to.deep.equal({ status: 'PUBLISH_COMPLETE' })
    expect(await ask()).to.deep.equal({ status: 'PUBLISH_COMPLETE' })
    expect(await listed()).to.equal(3)
    double.advance(2_000)
    expect(await ask()).to.deep.equal({ status: 'PUBLISH_COMPLETE', post_ids: [(await newestPost(double)).id] })
    expect(await listed()).to.equal(4)
  })

  it('tells no id with the first complete, however late', async () => {
    const accepted = await publishVideo(double, tokens)
    await double.settled()
    double.advance(3_600_000)
    expect(await outcome(double, tokens, accepted)).to.deep.equal({ status: 'PUBLISH_COMPLETE' })
    expect((await outcome(double, tokens, accepted)).post_ids).to.have.length(1)
  })

  it('does not know other ids, nor tells those of others', async () => {
    const accepted = await publishVideo(double, tokens)
    const ask = (who: Tokens, publish_id: string) => double.account(who).get(path, { publish_id })
    expect((await ask(tokens, 'v_pub_url~v1.1')).code).to.equal(40007)
    expect((await ask(await double.connect('solo.dancer'), accepted.data.share_id)).code).to.equal(40001)
    expect((await double.account(tokens).get(path)).code).to.equal(40002)
    const reader = await double.connect('lena.bakes', ['video.list'])
    expect((await ask(reader, accepted.data.share_id)).code).to.equal(40130)
  })

  it('fails the sixteenth post of a day, and takes one a day later', async () => {
    for (let count = 0; count < 15; count += 1) await publishVideo(double, tokens)
    const reason = 'spam_risk_too_many_posts'
    expect(await outcome(double, tokens, await publishVideo(double, tokens))).to.deep.equal({
      status: 'FAILED',
      reason,
    })
    const draft = await publishVideo(double, tokens, { info: { upload_to_draft: true } })
    expect(await outcome(double, tokens, draft)).to.include({ status: 'SEND_TO_USER_INBOX' })
    double.advance(86_400_000)
    const later = await double.connect()
    expect(await outcome(double, later, await publishVideo(double, later))).to.include({ status: 'PUBLISH_COMPLETE' })
  })

  it('fails when the person withdraws the permission during the download', async () => {
    const { promise: served, resolve: serve } = Promise.withResolvers<void>()
    double.pauses.push(served)
    const accepted = await publishVideo(double, tokens)
    await double.network.revokeTokens('lena.bakes')
    serve()
    await double.settled()
    const again = await double.connect()
    expect(await outcome(double, again, accepted)).to.deep.equal({ status: 'FAILED', reason: 'auth_removed' })
  })

  it('is continued by the next process, which has the state of this one', async () => {
    double.pauses.push(new Promise(() => {}))
    const accepted = await publishVideo(double, tokens)
    const next = await startDouble()
    restore(next.network.records ?? {}, deserialize(serialize(dataOf(double.network.records ?? {}))))
    next.web.set(videoUrl, video())
    const ask = async () => (await next.account(tokens).get(path, { publish_id: accepted.data.share_id })).data.status
    expect(await ask()).to.equal('PROCESSING_DOWNLOAD')
    await next.settled()
    expect(await ask()).to.equal('PUBLISH_COMPLETE')
    expect(await newestPost(next)).to.include({ shareId: accepted.data.share_id })
    await next.close()
  })

  it('fails for the reason that moderation was told to give', async () => {
    await act('moderate', { reason: 'spam_risk_text' })
    const first = await outcome(double, tokens, await publishVideo(double, tokens))
    expect(first).to.deep.equal({ status: 'FAILED', reason: 'spam_risk_text' })
    expect(await outcome(double, tokens, await publishVideo(double, tokens))).to.include({ status: 'PUBLISH_COMPLETE' })
  })
})
