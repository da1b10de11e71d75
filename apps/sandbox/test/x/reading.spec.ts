import { expect } from 'chai'
import { xApps } from '../../src/x/index.ts'
import { eachTest } from '../fixture.ts'
import { imageFile } from './files.ts'
import { type Json, startX } from './start.ts'

const list = (value: Json | undefined) => (value ?? []) as unknown as Json[]

describe('X: reading', () => {
  const x = eachTest(startX)
  let token: string
  let me: string

  beforeEach(async () => {
    token = (await x.connect()).access
    me = String(x.state().accounts[0]?.['id'])
  })

  const read = (query = '', id = me) => x.call('GET', `/2/users/${id}/tweets${query}`, { token })
  const texts = (body: Json) => list(body['data']).map((post) => String(post['text']))

  async function write(count: number): Promise<void> {
    for (let number = 1; number <= count; number += 1) {
      x.advance(1_000)
      await x.call('POST', '/2/tweets', { token, json: { text: `bell ${number}` } })
    }
  }

  describe('a person’s posts', () => {
    it('come newest first with id, text and history', async () => {
      await write(2)
      const { status, body } = await read()
      expect(status).to.equal(200)
      expect(texts(body)).to.deep.equal(['bell 2', 'bell 1', 'Rehearsal tonight, doors at eight.'])
      expect(list(body['data'])[0]).to.have.all.keys('id', 'text', 'edit_history_tweet_ids')
      expect(body['meta']).to.deep.equal({
        result_count: 3,
        newest_id: list(body['data'])[0]?.['id'],
        oldest_id: list(body['data'])[2]?.['id'],
      })
    })

    it('lack data when there are none', async () => {
      const { body } = await read('?start_time=2026-11-20T12:00:00Z')
      expect(body).to.deep.equal({ meta: { result_count: 0 } })
    })

    it('come in pages, there and back', async () => {
      await write(12)
      const pages: string[][] = []
      let query = '?max_results=5'
      let last: Json = {}
      for (;;) {
        last = (await read(query)).body
        pages.push(texts(last))
        const next = last['meta']?.['next_token']
        if (next === undefined) break
        query = `?max_results=5&pagination_token=${next}`
      }
      expect(pages.map((page) => page.length)).to.deep.equal([5, 5, 3])
      expect(pages.flat().slice(0, 12)).to.deep.equal(Array.from({ length: 12 }, (_, index) => `bell ${12 - index}`))
      const back = await read(`?max_results=5&pagination_token=${last['meta']?.['previous_token']}`)
      expect(texts(back.body)).to.deep.equal(pages[1])
    })

    it('keep their places on a page when a newer post arrives', async () => {
      await write(7)
      const first = (await read('?max_results=5')).body
      await x.call('POST', '/2/tweets', { token, json: { text: 'in between' } })
      const second = await read(`?max_results=5&pagination_token=${first['meta']?.['next_token']}`)
      expect(texts(second.body).slice(0, 2)).to.deep.equal(['bell 2', 'bell 1'])
    })

    it('are bounded by ids, times and kind', async () => {
      await write(3)
      const [newest, middle] = list((await read()).body['data']).map((post) => String(post['id']))
      await x.call('POST', '/2/tweets', { token, json: { text: 'and so on', reply: { in_reply_to_tweet_id: newest } } })
      expect(texts((await read(`?since_id=${middle}&exclude=replies,retweets`)).body)).to.deep.equal(['bell 3'])
      expect(texts((await read(`?until_id=${middle}`)).body)[0]).to.equal('bell 1')
      expect(texts((await read('?start_time=2026-11-20T12:00:02Z&end_time=2026-11-20T12:00:03Z')).body)).to.deep.equal([
        'bell 2',
      ])
    })

    it('are rejected with parameters that the network does not know', async () => {
      const queries = [
        '?count=5',
        '?max_results=4',
        '?max_results=101',
        '?max_results=five',
        '?max_results=5&max_results=6',
        '?pagination_token=made-up',
        '?pagination_token=',
        '?start_time=2026-11-20',
        '?start_time=2026-11-20T12:00:00Z&end_time=2026-11-20T11:00:00Z',
        '?since_id=abc',
        '?exclude=quotes',
        '?exclude=replies,replies',
        '?tweet.fields=texts',
        '?post.fields=author_id',
        '?expansions=media',
        '?media.fields=size',
      ]
      for (const query of queries) {
        const { status, body } = await read(query)
        expect([query, status, body['title']]).to.deep.equal([query, 400, 'Invalid Request'])
      }
      expect((await read('', 'abc')).status).to.equal(400)
    })

    it('of nobody are an error in a 200', async () => {
      const { status, body } = await read('', '99')
      expect([status, 'data' in body]).to.deep.equal([200, false])
      expect(list(body['errors'])[0]).to.include({ resource_type: 'user', value: '99', title: 'Not Found Error' })
    })

    it('can be read by the app itself', async () => {
      const { status } = await x.call('GET', `/2/users/${me}/tweets`, { token: 'sandbox-x-bearer' })
      expect(status).to.equal(200)
    })
  })

  describe('both vocabularies', () => {
    it('respond with the parameters that were requested', async () => {
      const fields = 'attachments,conversation_id,created_at,public_metrics,text'
      const tweet = list((await read(`?tweet.fields=${fields},author_id`)).body['data'])[0]
      expect(tweet).to.include({ author_id: me, created_at: '2026-11-16T12:00:00.000Z' })
      expect(tweet?.['public_metrics']).to.include({ retweet_count: 0, reply_count: 1, like_count: 1 })
      const post = list((await read(`?post.fields=${fields}`)).body['data'])[0]
      expect(post?.['public_metrics']).to.include({ repost_count: 0 })
      expect(post?.['public_metrics']).not.to.have.property('retweet_count')
      expect(post).to.have.property('edit_history_post_ids')
    })

    it('can be narrowed to one', async () => {
      const strict = await startX({ vocabulary: 'post' })
      const { access } = await strict.connect()
      const ask = (query: string) => strict.call('GET', `/2/users/${me}/tweets?${query}`, { token: access })
      expect((await ask('tweet.fields=text')).status).to.equal(400)
      expect((await ask('post.fields=text')).status).to.equal(200)
      await strict.close()
    })
  })

  it('shows media and people beside the posts that were asked for with them', async () => {
    const { body } = await x.call('POST', '/2/media/upload', {
      token,
      json: { media: (await imageFile('png')).toString('base64'), media_category: 'tweet_image' },
    })
    const media = String(body['data']?.['id'])
    await x.call('POST', '/2/media/metadata', {
      token,
      json: { id: media, metadata: { alt_text: { text: 'a bell' } } },
    })
    await x.call('POST', '/2/tweets', { token, json: { text: 'see', media: { media_ids: [media] } } })
    const query =
      'expansions=attachments.media_keys,author_id&media.fields=url,alt_text,width,height&tweet.fields=attachments,entities'
    const response = (await read(`?${query}`)).body
    const post = list(response['data'])[0]
    expect(post?.['attachments']).to.deep.equal({ media_keys: [`3_${media}`] })
    expect(post?.['text']).to.match(/^see https:\/\/t\.co\/\w{10}$/)
    expect(list(post?.['entities']?.['urls'])[0]).to.include({ start: 4, end: 27, media_key: `3_${media}` })
    const shown = list(response['includes']?.['media'])[0]
    expect(shown).to.include({ media_key: `3_${media}`, type: 'photo', alt_text: 'a bell', width: 8, height: 6 })
    expect(list(response['includes']?.['users']).map((user) => user['username'])).to.deep.equal(['mira_bells'])
  })

  it('shows the beginning of a long text, and the whole as a note', async () => {
    const otto = (await x.connect('otto_premium')).access
    const text = 'bells and more '.repeat(60).trim()
    await x.call('POST', '/2/tweets', { token: otto, json: { text } })
    const id = String(x.state().posts[0]?.['accountId'])
    const { body } = await x.call('GET', `/2/users/${id}/tweets?tweet.fields=note_tweet`, { token: otto })
    const post = list(body['data'])[0]
    expect(String(post?.['text'])).to.have.length.below(281)
    expect(text.startsWith(String(post?.['text']).slice(0, -1))).to.equal(true)
    expect(post?.['note_tweet']?.['text']).to.equal(text)
  })

  it('gives own numbers to their owner, and an error beside the data to others', async () => {
    const own = (await read('?tweet.fields=non_public_metrics')).body
    expect(list(own['data'])[0]?.['non_public_metrics']).to.include({ url_link_clicks: 0 })
    const otto = String(x.state().accounts[1]?.['id'])
    const others = (await read('?tweet.fields=non_public_metrics', otto)).body
    expect(list(others['data'])[0]).not.to.have.property('non_public_metrics')
    expect(list(others['errors'])[0]?.['type']).to.match(/not-authorized-for-field$/)
  })

  describe('posts by id', () => {
    it('come with an error for each that is gone', async () => {
      const id = x.state().posts.find(({ handle }) => handle === 'otto_premium')?.id ?? ''
      const { status, body } = await x.call('GET', `/2/tweets?ids=${id},1`, { token })
      expect(status).to.equal(200)
      expect(list(body['data']).map((post) => post['id'])).to.deep.equal([id])
      expect(list(body['errors'])[0]).to.include({ value: '1', resource_type: 'tweet' })
      const gone = await x.call('GET', '/2/tweets/1', { token })
      expect([gone.status, 'data' in gone.body]).to.deep.equal([200, false])
      expect((await x.call('GET', `/2/tweets/${id}`, { token })).body['data']?.['id']).to.equal(id)
      expect((await x.call('GET', '/2/tweets', { token })).status).to.equal(400)
    })
  })

  describe('users/me', () => {
    it('tells name and, when asked, the subscription', async () => {
      const plain = await x.call('GET', '/2/users/me', { token })
      expect(plain.body).to.deep.equal({ data: { id: me, name: 'Mira Bellweather', username: 'mira_bells' } })
      const otto = (await x.connect('otto_premium')).access
      const fields = 'profile_image_url,username,verified_type,subscription_type,public_metrics'
      const { body } = await x.call('GET', `/2/users/me?user.fields=${fields}`, { token: otto })
      expect(body['data']).to.include({ subscription_type: 'Premium', verified_type: 'blue' })
      expect(body['data']?.['public_metrics']).to.include({ followers_count: 48_210, tweet_count: 1 })
    })

    it('rejects unknown fields and an app’s own token', async () => {
      expect((await x.call('GET', '/2/users/me?user.fields=email', { token })).status).to.equal(400)
      expect((await x.call('GET', '/2/users/me', { token: 'sandbox-x-bearer' })).status).to.equal(403)
      const narrow = (await x.connect(undefined, 'users.read')).access
      expect((await x.call('GET', '/2/users/me', { token: narrow })).status).to.equal(403)
    })
  })

  describe('usage', () => {
    const app = xApps.confidential.bearerToken

    it('counts posts read, in strings, for the app', async () => {
      await read()
      const { body } = await x.call(
        'GET',
        '/2/usage/tweets?days=1&usage.fields=project_usage,daily_project_usage,project_cap',
        { token: app },
      )
      expect(body['data']).to.deep.include({ project_usage: '1', project_cap: '3000000' })
      expect(body['data']?.['daily_project_usage']?.['usage']).to.deep.equal([
        { date: '2026-11-20T00:00:00.000Z', usage: '1' },
      ])
    })

    it('is closed to people, and to days it does not keep', async () => {
      expect((await x.call('GET', '/2/usage/tweets', { token })).body['type']).to.match(/unsupported-authentication$/)
      for (const days of ['0', '91', 'x']) {
        expect((await x.call('GET', `/2/usage/tweets?days=${days}`, { token: app })).status).to.equal(400)
      }
    })
  })
})
