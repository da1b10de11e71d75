import { expect } from 'chai'
import { eachTest } from '../fixture.ts'
import { type Json, startX } from './start.ts'

const INVALID = 'https://api.twitter.com/2/problems/invalid-request'

describe('X: making and deleting posts', () => {
  const x = eachTest(startX)
  let token: string

  beforeEach(async () => {
    token = (await x.connect()).access
  })

  const post = (json: unknown, as = token) => x.call('POST', '/2/tweets', { token: as, json })
  const idOf = (body: Json) => String(body['data']?.['id'])
  const seeded = (words: string) => x.state().posts.find(({ text }) => text.includes(words))?.id ?? ''

  it('responds with 201, id, text and history, and holds the post', async () => {
    const { status, body } = await post({ text: 'hello', reply_settings: 'following', made_with_ai: true })
    expect(status).to.equal(201)
    const id = idOf(body)
    expect(body).to.deep.equal({ data: { id, text: 'hello', edit_history_tweet_ids: [id] } })
    const held = x.state().posts[0]
    expect(held).to.include({
      id,
      text: 'hello',
      handle: 'mira_bells',
      inReplyToPostId: null,
      reply_settings: 'following',
    })
    expect(held?.['made_with_ai']).to.equal(true)
  })

  it('gives ids that grow and carry their time', async () => {
    const first = BigInt(idOf((await post({ text: 'one' })).body))
    x.advance(1_000)
    const second = BigInt(idOf((await post({ text: 'two' })).body))
    expect((second >> 22n) - (first >> 22n)).to.equal(1000n)
    expect(Number((first >> 22n) + 1_288_834_974_657n)).to.equal(x.now() - 1_000)
  })

  it('writes links short and escapes markup, and gives the length 23 to a link', async () => {
    const text = `<b> & https://example.com/${'a'.repeat(300)}`
    const { status, body } = await post({ text })
    expect(status).to.equal(201)
    expect(body['data']?.['text']).to.match(/^&lt;b&gt; &amp; https:\/\/t\.co\/[A-Za-z0-9]{10}$/)
    expect(x.state().posts[0]?.text).to.equal(text)
  })

  describe('rejects as an invalid request', () => {
    const bodies: Record<string, [body: unknown, path: string]> = {
      'an unknown field': [{ text: 'a', colour: 'red' }, 'colour'],
      'an unknown field further in': [{ text: 'a', reply: { in_reply_to_tweet_id: '1', loud: true } }, 'reply.loud'],
      'an invalid text': [{ text: 7 }, 'text'],
      'nothing to say': [{}, 'text'],
      'an empty text': [{ text: '  ' }, 'text'],
      'an invalid id': [{ text: 'a', reply: { in_reply_to_tweet_id: 'abc' } }, 'reply.in_reply_to_tweet_id'],
      'a reply to nothing': [{ text: 'a', reply: {} }, 'reply.in_reply_to_tweet_id'],
      'no media ids': [{ media: { media_ids: [] } }, 'media.media_ids'],
      'five media ids': [{ media: { media_ids: ['1', '2', '3', '4', '5'] } }, 'media.media_ids'],
      'a media id that is a number': [{ media: { media_ids: [1] } }, 'media.media_ids[0]'],
      'unknown media': [{ media: { media_ids: ['1'] } }, 'media.media_ids'],
      'a poll of one option': [{ text: 'a', poll: { options: ['x'], duration_minutes: 5 } }, 'poll.options'],
      'a poll of 4 minutes': [
        { text: 'a', poll: { options: ['x', 'y'], duration_minutes: 4 } },
        'poll.duration_minutes',
      ],
      'an unknown audience': [{ text: 'a', reply_settings: 'everyone' }, 'reply_settings'],
      'a body that is a list': [[], ''],
    }
    for (const [name, [json, path]] of Object.entries(bodies)) {
      it(name, async () => {
        const { status, body } = await post(json)
        expect(status).to.equal(400)
        expect(body).to.include({ title: 'Invalid Request', type: INVALID })
        const named = (body['errors'] as unknown as { parameters: object }[]).flatMap(({ parameters }) =>
          Object.keys(parameters),
        )
        expect(named).to.include(path)
        expect(x.state().billed).to.deep.equal([])
      })
    }

    it('invalid JSON, another content type, and a query', async () => {
      expect((await post('{')).status).to.equal(400)
      expect(
        (await x.call('POST', '/2/tweets', { token, json: { text: 'a' }, headers: { 'content-type': 'text/plain' } }))
          .status,
      ).to.equal(400)
      expect((await x.call('POST', '/2/tweets?dry_run=true', { token, json: { text: 'a' } })).status).to.equal(400)
    })
  })

  it('counts 280 for most, and 25,000 for Premium', async () => {
    expect((await post({ text: '鐘'.repeat(140) })).status).to.equal(201)
    const { status, body } = await post({ text: `${'鐘'.repeat(140)}a` })
    expect([status, body['title'], body['type']]).to.deep.equal([403, 'Forbidden', 'about:blank'])
    const premium = (await x.connect('otto_premium')).access
    expect((await post({ text: 'b'.repeat(25_000) }, premium)).status).to.equal(201)
    expect((await post({ text: 'b'.repeat(25_001) }, premium)).status).to.equal(403)
    const basic = (await x.connect('salt_and_rye')).access
    expect((await post({ text: 'b'.repeat(281) }, basic)).status).to.equal(403)
  })

  it('rejects the same text of the same person within a day', async () => {
    await post({ text: 'ding' })
    const { status, body } = await post({ text: ' ding ' })
    expect(status).to.equal(403)
    expect(body).to.deep.equal({
      detail: 'You are not allowed to create a Tweet with duplicate content.',
      type: 'about:blank',
      title: 'Forbidden',
      status: 403,
    })
    expect((await post({ text: 'ding' }, (await x.connect('otto_premium')).access)).status).to.equal(201)
    x.advance(24 * 60 * 60_000)
    expect((await post({ text: 'ding' }, (await x.connect()).access)).status).to.equal(201)
  })

  it('takes the same text again once the first is deleted', async () => {
    const { body } = await post({ text: 'dong' })
    await x.call('DELETE', `/2/tweets/${idOf(body)}`, { token })
    expect((await post({ text: 'dong' })).status).to.equal(201)
  })

  it('rejects quoting, and more than one cashtag', async () => {
    expect((await post({ text: 'look', quote_tweet_id: seeded('harbour') })).body['detail']).to.equal(
      'You are not permitted to perform this action.',
    )
    expect((await post({ text: '$ABC and $DEF' })).status).to.equal(403)
    expect((await post({ text: '$ABC for $5' })).status).to.equal(201)
  })

  describe('replies', () => {
    const reply = (id: string, text = 'yes') => post({ text, reply: { in_reply_to_tweet_id: id } })

    it('are taken to own posts, and join their conversation', async () => {
      const first = idOf((await post({ text: 'one' })).body)
      const second = idOf((await reply(first, 'two')).body)
      const third = idOf((await reply(second, 'three')).body)
      expect(x.state().posts.find(({ id }) => id === third)).to.include({
        inReplyToPostId: second,
        conversationId: first,
      })
    })

    it('are taken where the author mentioned the person', async () => {
      expect((await reply(seeded('lovely concert'))).status).to.equal(201)
      expect(x.state().billed.map(({ operation }) => operation)).to.deep.equal(['posts.create_summoned'])
    })

    it('are rejected for strangers and for nothing', async () => {
      const { status, body } = await reply(seeded('harbour'))
      expect(status).to.equal(403)
      expect(body['detail']).to.match(/^Reply to this conversation is not allowed because you have not been mentioned/)
      expect((await reply('1')).status).to.equal(403)
    })

    it('are taken to a comment that somebody made on an own post', async () => {
      const id = idOf((await post({ text: 'come along' })).body)
      const comment = (await x.network.person['comment']?.({ postId: id, text: 'gladly', as: 'june_okafor' })) as {
        id: string
      }
      expect((await reply(comment.id)).status).to.equal(201)
    })
  })

  describe('deleting', () => {
    it('returns deleted, and the post is gone', async () => {
      const id = idOf((await post({ text: 'soon gone' })).body)
      const { status, body } = await x.call('DELETE', `/2/tweets/${id}`, { token })
      expect([status, body]).to.deep.equal([200, { data: { deleted: true } }])
      const again = await x.call('DELETE', `/2/tweets/${id}`, { token })
      expect(again.status).to.equal(404)
      expect(again.body['type']).to.match(/resource-not-found$/)
    })

    it('is for own posts only', async () => {
      const { status } = await x.call('DELETE', `/2/tweets/${seeded('harbour')}`, { token })
      expect(status).to.equal(403)
      expect(seeded('harbour')).not.to.equal('')
    })

    it('rejects an invalid id', async () => {
      expect((await x.call('DELETE', '/2/tweets/abc', { token })).status).to.equal(400)
    })
  })

  describe('rights', () => {
    it('needs every scope', async () => {
      for (const scope of ['tweet.read users.read', 'tweet.write users.read', 'tweet.read tweet.write']) {
        const { status, body } = await post({ text: 'a' }, (await x.connect(undefined, scope)).access)
        expect([status, body['type']]).to.deep.equal([403, 'https://api.x.com/2/problems/oauth2-permissions'])
      }
    })

    it('needs a token of a person', async () => {
      expect((await post({ text: 'a' }, 'made-up')).status).to.equal(401)
      expect((await x.call('POST', '/2/tweets', { json: { text: 'a' } })).status).to.equal(401)
      expect((await post({ text: 'a' }, 'sandbox-x-bearer')).body['type']).to.match(/unsupported-authentication$/)
    })

    it('ends when the person is suspended', async () => {
      const wrong = { as: 'mira_bells', suspended: 'false' }
      expect(() => x.network.person['suspend']?.(wrong)).to.throw(RangeError, 'suspended')
      await x.network.person['suspend']?.({ as: 'mira_bells' })
      expect((await post({ text: 'a' })).body['detail']).to.include('suspended')
      await x.network.person['suspend']?.({ as: 'mira_bells', suspended: false })
      expect((await post({ text: 'a' })).status).to.equal(201)
    })
  })
})
