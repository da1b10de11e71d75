import { expect } from 'chai'
import nock from 'nock'
import { entriesOf, postRecords, recordCid } from '../../src/bluesky/post-record.ts'
import { blueskyPublish } from '../../src/bluesky/publish.ts'
import type { State } from '../../src/bluesky/publish-state.ts'
import { recordKey } from '../../src/bluesky/record-key.ts'
import { failureOf } from '../fake-call.ts'
import { accountCall, appCall, createdAt, did, type Post, publishCall, server, source } from './account.ts'
import { begin, drive } from './drive.ts'
import { simulateHosts } from './simulated.ts'

const open = { step: 'record', startedAt: createdAt, claimed: new Set<string>(), linksFetched: null }
const blob = (name: string) => ({ $type: 'blob', ref: { $link: name }, mimeType: 'image/jpeg', size: 5 })

/**
 * Responses written from the lexicons com.atproto.repo.* and https://docs.bsky.app/docs/advanced-guides/posts (read
 * 2026-11-20).
 */
describe('bluesky publishing', () => {
  const { outbound } = simulateHosts()
  const call = (post: Partial<Post>) => publishCall(accountCall(appCall(outbound())), post)
  const images = [{ altText: 'A', source: source(Buffer.from('IMAGE')) }]
  const put = (status: number, body: object) =>
    nock(server).post('/xrpc/com.atproto.repo.putRecord').reply(status, body)
  const upload = (name: string) =>
    nock(server)
      .post(/uploadBlob/, 'IMAGE')
      .reply(200, { blob: blob(name) })

  it('uploads again, once, what the server has lost', async () => {
    upload('bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku')
    put(400, { error: 'BlobNotFound', message: 'Could not find blob' })
    const again = upload('bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku')
    put(200, { uri: 'at://a', cid: 'b' })
    const { commits } = await drive(call({ images }))
    expect(commits).to.deep.equal(['record', 'record-2'])
    expect(again.isDone()).to.equal(true)
    upload('bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku').persist()
    put(400, { error: 'BlobNotFound' }).persist()
    expect(await failureOf(drive(call({ images })))).to.include({ code: 'provider_error', outcome: 'rejected' })
  })

  it('rejects a text that is too long by the body alone', async () => {
    const post = { platform: 'bluesky', accountId: 'a', text: 'ok', thread: [{ text: 'x'.repeat(301) }] } as const
    const failure = await failureOf((async () => blueskyPublish.check?.({ ...post, thread: [...post.thread] }))())
    expect(failure).to.include({ code: 'provider_rejected' })
    blueskyPublish.check?.({ ...post, thread: [{ text: 'x'.repeat(300) }] })
  })

  it('stores no blob that is longer than any', async () => {
    upload('b'.repeat(1_000))
    const ready: State = { ...begin(), mentions: {} }
    const failure = await failureOf(blueskyPublish.advance(call({ images }), ready))
    expect(failure).to.include({ code: 'provider_error' })
  })

  it('uploads nothing twice when a step is repeated', async () => {
    upload('bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku')
    const ready: State = { ...begin(), mentions: {} }
    const step = await blueskyPublish.advance(call({ images }), ready)
    if (step.kind !== 'next') throw new Error(step.kind)
    expect(await blueskyPublish.advance(call({ images }), step.state)).to.deep.equal({ kind: 'commit', step: 'record' })
    expect(await blueskyPublish.advance(call({ images }), step.state)).to.deep.equal({ kind: 'commit', step: 'record' })
  })

  it('rejects an image that the server does not take', async () => {
    nock(server)
      .post(/uploadBlob/)
      .reply(413, { error: 'PayloadTooLarge' })
    expect(await failureOf(drive(call({ images })))).to.include({ code: 'invalid_image' })
  })

  it('tells the explanation of a rejected record', async () => {
    put(400, { error: 'InvalidRequest', message: 'Invalid app.bsky.feed.post record: no' })
    const failure = await failureOf(drive(call({ text: 'a' })))
    expect(failure).to.include({ code: 'provider_rejected', message: 'Invalid app.bsky.feed.post record: no' })
  })

  it('writes the same record whenever it is repeated', async () => {
    const bodies: unknown[] = []
    nock(server)
      .post('/xrpc/com.atproto.repo.putRecord', (body) => bodies.push(body) > 0)
      .twice()
      .reply(200, { uri: 'at://a', cid: 'b' })
    const state: State = { ...begin(), mentions: {} }
    const post = call({ text: 'Hi #there', langs: ['en'] })
    await blueskyPublish.commit(post, state, 'record')
    await blueskyPublish.commit({ ...post, now: () => new Date() }, JSON.parse(JSON.stringify(state)), 'record')
    expect(bodies[0]).to.deep.equal(bodies[1])
    expect(bodies[0]).to.deep.include({ repo: did, collection: 'app.bsky.feed.post', rkey: recordKey(state.seed, 0) })
    expect(bodies[0]).to.have.nested.property('record.createdAt', createdAt.toISOString())
  })

  it('is not published by a server that responds with a page of its proxy', async () => {
    const page = '<html>Maintenance</html>'
    const fails = async (method: string, post: Partial<Post>) => {
      nock(server).post(`/xrpc/com.atproto.repo.${method}`).reply(200, page)
      const failure = await failureOf(blueskyPublish.commit(call(post), { ...begin(), mentions: {} }, 'record'))
      expect(failure).to.include({ code: 'provider_error', outcome: 'indeterminate' })
    }
    await fails('putRecord', { text: 'one' })
    await fails('applyWrites', { text: 'one', thread: [{ text: 'two' }] })
    nock(server)
      .get(/getRecord/)
      .reply(200, page)
    const failure = await failureOf(blueskyPublish.reconcile(call({ text: 'one' }), begin(), open))
    expect(failure).to.include({ code: 'provider_error', outcome: 'indeterminate' })
  })

  it('is published as a thread by a server that returns the commit only', async () => {
    nock(server)
      .post('/xrpc/com.atproto.repo.applyWrites')
      .reply(200, { commit: { cid: 'c', rev: 'r' } })
    const post = call({ text: 'one', thread: [{ text: 'two' }] })
    expect((await blueskyPublish.commit(post, { ...begin(), mentions: {} }, 'record')).uris).to.have.length(2)
  })

  it('drops a mention that no server can resolve, after querying the others', async () => {
    const asked = (host: string) => nock(host).get(/resolveHandle\?handle=grace\.example\.com$/)
    asked(server).reply(502, {})
    asked('https://handles.example.com').reply(200, { did: 'did:plc:cccccccccccccccccccccccc' })
    const step = await blueskyPublish.advance(call({ text: 'Hi @grace.example.com' }), begin())
    expect(step).to.have.nested.property('state.mentions').that.deep.equals({
      'grace.example.com': 'did:plc:cccccccccccccccccccccccc',
    })
    asked(server).reply(502, {})
    asked('https://handles.example.com').reply(502, {})
    const dropped = await blueskyPublish.advance(call({ text: 'Hi @grace.example.com' }), begin())
    expect(dropped).to.have.nested.property('state.mentions').that.deep.equals({})
  })

  describe('after a lost response', () => {
    const state: State = { ...begin(), mentions: {} }
    const post = { text: 'one', thread: [{ text: 'two' }] }
    const uris = [0, 1].map((index) => `at://${did}/app.bsky.feed.post/${recordKey(state.seed, index)}`)
    const stored = (status: number, body: object) =>
      nock(server)
        .get('/xrpc/com.atproto.repo.getRecord')
        .query({ repo: did, collection: 'app.bsky.feed.post', rkey: recordKey(state.seed, 0) })
        .reply(status, body)

    it('is done where our record stands', async () => {
      stored(200, { uri: uris[0], value: { text: 'one', createdAt: createdAt.toISOString() } })
      expect(await blueskyPublish.reconcile(call(post), state, open)).to.deep.equal({
        kind: 'done',
        state: { ...state, uris },
      })
    })

    it('is written again where none stands', async () => {
      for (const error of ['RecordNotFound', 'InvalidRequest']) {
        stored(400, { error })
        const isAbsent = error === 'RecordNotFound'
        expect(await blueskyPublish.reconcile(call(post), state, open)).to.deep.equal({
          kind: 'again',
          state: { ...state, isRepeated: true },
          isAbsent,
          mayBeDeleted: true,
        })
      }
    })

    describe('is written again, which the server rejects', () => {
      const repeated: State = { ...state, isRepeated: true }
      const rejection = { error: 'InvalidRequest', message: 'Record already exists' }
      const writeAgain = (from: State) => {
        nock(server).post('/xrpc/com.atproto.repo.applyWrites').reply(400, rejection)
        return blueskyPublish.commit(call(post), from, 'record')
      }

      it('because the first call has written it meanwhile', async () => {
        stored(200, { uri: uris[0], value: { text: 'one', createdAt: createdAt.toISOString() } })
        expect(await writeAgain(repeated)).to.deep.equal({ ...repeated, uris })
      })

      it('for another reason, as none stands there', async () => {
        stored(400, { error: 'RecordNotFound' })
        expect(await failureOf(writeAgain(repeated))).to.include({ code: 'provider_rejected', outcome: 'rejected' })
      })

      it('and does not show whether it stands there', async () => {
        stored(503, {})
        stored(503, {})
        expect(await failureOf(writeAgain(repeated))).to.include({ code: 'provider_error', outcome: 'indeterminate' })
      })

      it('and is not searched for if it was written once only', async () => {
        expect(await failureOf(writeAgain(state))).to.include({ code: 'provider_rejected', outcome: 'rejected' })
      })
    })

    it('is not decided by a record that is not ours, nor by a server that is away', async () => {
      stored(200, { value: { text: 'another', createdAt: '2026-01-01T00:00:00.000Z' } })
      expect(await blueskyPublish.reconcile(call(post), state, open)).to.include({ kind: 'undecidable' })
      stored(503, {})
      stored(503, {})
      expect(await failureOf(blueskyPublish.reconcile(call(post), state, open))).to.include({ code: 'provider_error' })
    })
  })

  it('resolves no more than 100 mentions of a thread', async () => {
    let requests = 0
    nock(server)
      .persist()
      .get(/resolveHandle/)
      .reply(200, () => {
        requests += 1
        return { did: 'did:plc:cccccccccccccccccccccccc' }
      })
    const text = (post: number) => Array.from({ length: 25 }, (_, index) => `@p${post}-${index}.co`).join(' ')
    const thread = Array.from({ length: 24 }, (_, index) => ({ text: text(index + 1) }))
    const step = await blueskyPublish.advance(call({ text: text(0), thread }), begin())
    const { mentions } = step.kind === 'next' ? step.state : { mentions: null }
    expect(Object.keys(mentions ?? {}))
      .to.have.length(100)
      .and.to.include('p3-9.co')
    expect(requests).to.equal(100)
  })

  it('computes the hash that the network gives a record', async () => {
    // A record and its CID as the reference server made them on this project's own test servers.
    const value = {
      $type: 'app.bsky.feed.post',
      text: 'Notes on the engine, first part.',
      langs: ['en'],
      createdAt: '2026-11-20T08:15:42.277Z',
    }
    expect(await recordCid(value)).to.equal('bafyreidczmmgkgcqweu35z6igc33l6hnoho7nh5xt4wlebehj6aekdjo3m')
  })

  it('puts every field where it belongs, and none that was not given', async () => {
    const { seed } = begin()
    const { input: post } = call({
      text: 'one',
      images: [...images, { source: source(Buffer.from('IMAGE'), { width: null, height: null }) }],
      thread: [{ text: 'two', video: { altText: 'V', source: source(Buffer.of(), { contentType: 'video/mp4' }) } }],
    })
    const blobs = { '0.0': blob('bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku') }
    const all = { ...blobs, '0.1': blobs['0.0'], '1.video': blobs['0.0'] }
    const records = await postRecords({ did, post, createdAt, seed, mentions: {}, blobs: all })
    const [one, two] = records.map(({ value }) => value)
    expect(entriesOf(post)).to.have.length(2)
    expect(one).to.have.all.keys('$type', 'text', 'createdAt', 'embed')
    expect(one?.['embed']).to.deep.equal({
      $type: 'app.bsky.embed.images',
      images: [
        { alt: 'A', image: all['0.0'], aspectRatio: { width: 1200, height: 800 } },
        { alt: '', image: all['0.1'] },
      ],
    })
    expect(two?.['embed']).to.deep.equal({
      $type: 'app.bsky.embed.video',
      video: all['1.video'],
      alt: 'V',
      aspectRatio: { width: 1200, height: 800 },
    })
    expect(two?.['createdAt']).to.equal('2026-11-20T10:00:00.001Z')
  })
})
