import { expect } from 'chai'
import { xApps } from '../../src/x/index.ts'
import { LIMITS } from '../../src/x/wire/limits.ts'
import { imageFile } from './files.ts'
import { type RunningX, startX } from './start.ts'

describe('X: limits, faults and the bill', () => {
  let x: RunningX
  afterEach(() => x.close())

  const limitHeaders = (headers: Headers) =>
    ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`x-rate-limit-${name}`) ?? Number.NaN))

  describe('limits', () => {
    beforeEach(async () => {
      x = await startX({
        limits: {
          ...LIMITS,
          'users.me': { user: { calls: 2, windowMs: 900_000 } },
          'posts.create': { user: { calls: 100, windowMs: 900_000 }, app: { calls: 2, windowMs: 86_400_000 } },
        },
      })
    })

    it('count down for each person, and begin again with the next window', async () => {
      const [mira, otto] = [await x.connect(), await x.connect('otto_premium')]
      const me = (token: string) => x.call('GET', '/2/users/me', { token })
      const reset = Math.ceil(x.now() / 1000) + 900
      expect(limitHeaders((await me(mira.access)).headers)).to.deep.equal([2, 1, reset])
      x.advance(60_000)
      expect(limitHeaders((await me(mira.access)).headers)).to.deep.equal([2, 0, reset])
      const rejected = await me(mira.access)
      expect([rejected.status, rejected.body['title']]).to.deep.equal([429, 'Too Many Requests'])
      expect(limitHeaders(rejected.headers)).to.deep.equal([2, 0, reset])
      expect((await me(otto.access)).status).to.equal(200)
      x.advance(840_000)
      expect((await me(mira.access)).status).to.equal(200)
    })

    it('count rejected requests too, and leave out strangers', async () => {
      const { access } = await x.connect()
      const ask = (token: string) => x.call('GET', '/2/users/me?colour=red', { token })
      expect(limitHeaders((await ask(access)).headers)[1]).to.equal(1)
      expect((await ask('stranger')).status).to.equal(401)
      expect(limitHeaders((await ask(access)).headers)[1]).to.equal(0)
      expect((await ask(access)).status).to.equal(429)
    })

    it('hold for the app over a day, with headers of their own', async () => {
      const [mira, otto] = [await x.connect(), await x.connect('otto_premium')]
      const post = (token: string, text: string) => x.call('POST', '/2/tweets', { token, json: { text } })
      const first = await post(mira.access, 'one')
      expect(first.headers.get('x-app-limit-24hour-limit')).to.equal('2')
      expect(first.headers.get('x-app-limit-24hour-remaining')).to.equal('1')
      await post(otto.access, 'two')
      const third = await post(mira.access, 'three')
      expect(third.status).to.equal(429)
      expect(third.headers.get('x-app-limit-24hour-remaining')).to.equal('0')
      expect(limitHeaders(third.headers).slice(0, 2)).to.deep.equal([100, 99])
    })

    it('are the documented ones by default', async () => {
      await x.close()
      x = await startX()
      const { access } = await x.connect()
      const id = x.state().accounts[0]?.['id']
      const limitOf = async (method: string, path: string, token = access) =>
        limitHeaders((await x.call(method, path, { token })).headers)[0]
      expect(await limitOf('POST', '/2/tweets')).to.equal(100)
      expect(await limitOf('DELETE', '/2/tweets/1')).to.equal(50)
      expect(await limitOf('GET', `/2/users/${id}/tweets`)).to.equal(900)
      expect(await limitOf('GET', '/2/users/me')).to.equal(75)
      expect(await limitOf('POST', '/2/media/upload')).to.equal(500)
      expect(await limitOf('GET', '/2/media/upload')).to.equal(1000)
      expect(await limitOf('POST', '/2/media/upload/initialize')).to.equal(1875)
      expect(await limitOf('POST', '/2/media/upload/1/append')).to.equal(1875)
      expect(await limitOf('POST', '/2/media/upload/1/finalize')).to.equal(1875)
      expect(await limitOf('POST', '/2/media/metadata')).to.equal(500)
      expect(await limitOf('GET', '/2/usage/tweets', 'sandbox-x-bearer')).to.equal(50)
    })
  })

  describe('faults', () => {
    beforeEach(async () => {
      x = await startX()
    })
    const call = () => x.call('POST', '/2/tweets', { token: 'any', json: {} })

    it('say that the credits are gone in both of X’s ways', async () => {
      x.play('quota-exhausted')
      const [first, second] = [await call(), await call()]
      expect([first.status, first.body['title'], first.body['type']]).to.deep.equal([
        402,
        'CreditsDepleted',
        'https://api.twitter.com/2/problems/credits',
      ])
      expect(second).to.deep.include({
        status: 402,
        body: {
          title: 'Payment Required',
          detail: 'credits depleted',
          type: 'https://api.x.com/2/problems/credits-depleted',
          status: 402,
        },
      })
    })

    it('throttle in both of X’s ways, with a spent window', async () => {
      x.play('throttle')
      const [first, second] = [await call(), await call()]
      expect([first.status, first.body['title']]).to.deep.equal([429, 'Too Many Requests'])
      expect([second.status, second.body]).to.deep.equal([
        429,
        { errors: [{ code: 88, message: 'Rate limit exceeded' }] },
      ])
      expect(limitHeaders(first.headers)).to.deep.equal([100, 0, Math.ceil(x.now() / 1000) + 900])
    })

    it('play the monthly cap, unavailability and an internal error', async () => {
      x.play('upload-limit-exceeded')
      const capped = await call()
      expect([capped.status, capped.body['title']]).to.deep.equal([429, 'UsageCapExceeded'])
      expect(capped.body['type']).to.match(/usage-capped$/)
      x.play('unavailable')
      expect([(await call()).status, (await call()).body['title']]).to.deep.equal([503, 'Service Unavailable'])
      x.play('accept-then-500')
      expect((await call()).status).to.equal(500)
      x.play('unavailable')
      expect((await x.tokenCall('/2/oauth2/token', {})).status).to.equal(503)
    })
  })

  describe('calls', () => {
    beforeEach(async () => {
      x = await startX()
    })

    it('have names for the journal, pages have none', async () => {
      const named: Record<string, string | undefined> = {
        'POST /2/oauth2/token': 'oauth.token',
        'POST /2/oauth2/revoke': 'oauth.revoke',
        'GET /i/oauth2/authorize': undefined,
        'GET /2/users/me': 'users.me',
        'POST /2/tweets': 'posts.create',
        'GET /2/tweets': 'posts.lookup',
        'GET /2/tweets/1': 'posts.get',
        'DELETE /2/tweets/1': 'posts.delete',
        'GET /2/users/1/tweets': 'posts.list',
        'POST /2/media/upload': 'media.upload',
        'GET /2/media/upload': 'media.status',
        'POST /2/media/upload/initialize': 'media.initialize',
        'POST /2/media/upload/1/append': 'media.append',
        'POST /2/media/upload/1/finalize': 'media.finalize',
        'POST /2/media/metadata': 'media.metadata',
        'GET /2/usage/tweets': 'usage.posts',
        'GET /nowhere': undefined,
      }
      x.operations.length = 0
      for (const call of Object.keys(named)) await x.call(call.split(' ')[0] ?? '', call.split(' ')[1] ?? '')
      expect(x.operations).to.deep.equal(Object.values(named))
    })

    it('to nowhere are 404, with another method 405, with too much 413', async () => {
      expect((await x.call('GET', '/2/usage/credits')).status).to.equal(404)
      expect((await x.call('PUT', '/2/tweets')).status).to.equal(405)
      const huge = await x.call('POST', '/2/media/upload', { json: ' '.repeat(70 * 1024 * 1024 + 1) })
      expect(huge.status).to.equal(413)
    })

    it('of an app without a project are rejected with the reason', async () => {
      await x.close()
      x = await startX({ apps: [{ ...xApps.confidential, enrolled: false }] })
      const { status, body } = await x.call('GET', '/2/users/me', { token: (await x.connect()).access })
      expect([status, body['reason']]).to.deep.equal([403, 'client-not-enrolled'])
      expect(body['type']).to.match(/client-forbidden$/)
    })
  })

  describe('the bill', () => {
    const bill = () => x.state().billed.map(({ operation, units, amount }) => [operation, units, amount])

    it('names every paid call and no other', async () => {
      x = await startX()
      const { access: token } = await x.connect()
      const post = async (text: string) =>
        (await x.call('POST', '/2/tweets', { token, json: { text } })).body['data']?.['id']
      const id = await post('plain')
      await post('plain')
      await post('with example.com in it')
      await x.call('GET', '/2/users/me', { token })
      await x.call('GET', `/2/users/${x.state().accounts[0]?.['id']}/tweets`, { token })
      await x.call('DELETE', `/2/tweets/${id}`, { token })
      const media = (await imageFile('png')).toString('base64')
      const { body } = await x.call('POST', '/2/media/upload', {
        token,
        json: { media, media_category: 'tweet_image' },
      })
      await x.call('POST', '/2/media/metadata', {
        token,
        json: { id: body['data']?.['id'], metadata: { alt_text: { text: 'a' } } },
      })
      await x.call('GET', '/2/usage/tweets', { token: 'sandbox-x-bearer' })
      expect(bill()).to.deep.equal([
        ['posts.create', 1, 0.015],
        ['posts.create_with_url', 1, 0.2],
        ['users.read', 1, 0.01],
        ['posts.read', 3, 0.015],
        ['posts.delete', 1, 0.01],
        ['media.metadata', 1, 0.005],
      ])
      expect(x.state().billedTotal).to.equal(0.255)
    })

    it('has a resource once in a UTC day, and again in the next', async () => {
      x = await startX()
      const { access, refresh } = await x.connect()
      const me = (token: string) => x.call('GET', '/2/users/me', { token })
      await me(access)
      await me(access)
      expect(bill()).to.deep.equal([['users.read', 1, 0.01]])
      x.advance(12 * 60 * 60_000)
      await me((await x.rotate(refresh)).access)
      expect(bill()).to.have.length(2)
    })

    it('can be set to count every read, at other prices', async () => {
      x = await startX({ deduplicateReads: false })
      const { access: token } = await x.connect()
      await x.call('GET', '/2/users/me', { token })
      await x.call('GET', '/2/users/me', { token })
      expect(x.state().billedTotal).to.equal(0.02)
    })
  })

  describe('people', () => {
    it('comment, like and write', async () => {
      x = await startX()
      const { person } = x.network
      const own = x.state().posts.find(({ handle }) => handle === 'mira_bells')?.id ?? ''
      expect(await person['comment']?.({ postId: own, text: 'bravo', as: '@otto_premium' })).to.include({
        text: '@mira_bells bravo',
        handle: 'otto_premium',
        inReplyToPostId: own,
      })
      expect(await person['comment']?.({ postId: own, text: 'encore' })).not.to.include({ handle: 'mira_bells' })
      expect(await person['like']?.({ postId: own, as: 'june_okafor' })).to.deep.include({
        likes: ['otto_premium', 'june_okafor'],
      })
      expect(await person['post']?.({ as: 'june_okafor', text: 'quiet today' })).to.include({ handle: 'june_okafor' })
    })

    it('are told what is wrong with their selection', async () => {
      x = await startX()
      const { person } = x.network
      expect(() => person['comment']?.({ postId: '1', text: 'a' })).to.throw(RangeError, 'postId')
      expect(() => person['comment']?.({ text: 'a' })).to.throw(RangeError, 'postId')
      expect(() => person['like']?.({ postId: x.state().posts[0]?.id, as: 'nobody' })).to.throw(RangeError, 'as')
      expect(() => person['post']?.({ as: 'june_okafor', text: '' })).to.throw(RangeError, 'text')
      expect(() => person['comment']?.({ on: '1' })).to.throw(RangeError, 'on')
    })
  })

  it('has several people, the default one first and one with Premium', async () => {
    x = await startX()
    const people = x.state().accounts.map(({ handle, subscriptionType }) => [handle, subscriptionType])
    expect(people[0]).to.deep.equal(['mira_bells', 'None'])
    expect(people).to.deep.include(['otto_premium', 'Premium'])
    for (const [handle] of people) expect(handle).to.match(/^[A-Za-z0-9_]{4,15}$/)
    expect(new Set(x.state().posts.map(({ handle }) => handle)).size).to.equal(4)
  })
})
