import { expect } from 'chai'
import { eachTest } from '../fixture.ts'
import { imageFile } from './files.ts'
import { type Json, startX } from './start.ts'

describe('X: using media', () => {
  const x = eachTest(startX)
  let token: string

  beforeEach(async () => {
    token = (await x.connect()).access
  })

  const send = (path: string, json: unknown, as = token) => x.call('POST', path, { token: as, json })
  const upload = async (bytes: Buffer, category = 'tweet_image', as = token) =>
    send('/2/media/upload', { media: bytes.toString('base64'), media_category: category }, as)
  const begin = (announced: Record<string, unknown>) => send('/2/media/upload/initialize', announced)
  const status = (id: string, as = token) =>
    x.call('GET', `/2/media/upload?command=STATUS&media_id=${id}`, { token: as })
  const post = (ids: string[], as = token) =>
    send('/2/tweets', { text: `look ${ids[0]}`, media: { media_ids: ids } }, as)
  const idOf = (body: Json) => String(body['data']?.['id'])

  describe('in posts', () => {
    const png = async () => idOf((await upload(await imageFile('png'))).body)
    const gif = async () => {
      const { body } = await upload(await imageFile('gif'), 'tweet_gif')
      return idOf(body)
    }

    it('holds up to four images, or one moving one', async () => {
      const images = [await png(), await png(), await png(), await png()]
      const moving = await gif()
      expect((await post(images)).status).to.equal(201)
      expect((await post([moving])).status).to.equal(201)
      const mixed = await post([await png(), moving])
      expect(mixed.status).to.equal(400)
      expect(JSON.stringify(mixed.body)).to.include('media.media_ids')
      const one = await png()
      expect((await post([one, one])).status).to.equal(400)
    })

    it('belongs to the person who sent it, and to those named', async () => {
      const otto = await x.connect('otto_premium')
      const id = await png()
      expect((await post([id], otto.access)).status).to.equal(400)
      expect((await status(id, otto.access)).status).to.equal(400)
      const owner = String(x.state().accounts[1]?.['id'])
      const given = await send('/2/media/upload', {
        media: (await imageFile('png')).toString('base64'),
        media_category: 'tweet_image',
        additional_owners: owner,
      })
      expect((await post([idOf(given.body)], otto.access)).status).to.equal(201)
    })

    it('is rejected after a day, for direct messages, and unfinished', async () => {
      const id = await png()
      const dm = idOf((await upload(await imageFile('png'), 'dm_image')).body)
      expect((await post([dm])).status).to.equal(400)
      const open = idOf((await begin({ media_type: 'image/png', total_bytes: 10, media_category: 'tweet_image' })).body)
      expect((await post([open])).status).to.equal(400)
      x.advance(86_400_000)
      expect((await post([id], (await x.connect()).access)).status).to.equal(400)
    })

    it('tags people on images only', async () => {
      const owner = String(x.state().accounts[1]?.['id'])
      const tagged = (ids: string[], people: string[]) =>
        send('/2/tweets', { text: `tags ${ids[0]}`, media: { media_ids: ids, tagged_user_ids: people } })
      expect((await tagged([await png()], [owner])).status).to.equal(201)
      expect((await tagged([await png()], ['1'])).status).to.equal(400)
      expect((await tagged([await gif()], [owner])).status).to.equal(400)
    })
  })

  describe('alt text', () => {
    const describeMedia = (json: unknown) => send('/2/media/metadata', json)

    it('is kept with the media', async () => {
      const id = idOf((await upload(await imageFile('png'))).body)
      const metadata = { alt_text: { text: 'ä'.repeat(1000) } }
      const { status: code, body } = await describeMedia({ id, metadata })
      expect([code, body]).to.deep.equal([200, { data: { id, associated_metadata: metadata } }])
      await post([id])
      expect(x.state().posts[0]?.media[0]?.['altText']).to.equal('ä'.repeat(1000))
    })

    it('is rejected when it is too long, misplaced or about nothing', async () => {
      const id = idOf((await upload(await imageFile('png'))).body)
      const bodies = [
        { id, metadata: { alt_text: { text: 'a'.repeat(1001) } } },
        { id, metadata: { alt_text: 'a' } },
        { id, metadata: { altText: { text: 'a' } } },
        { id, alt_text: { text: 'a' } },
        { metadata: { alt_text: { text: 'a' } } },
        { id: '1', metadata: { alt_text: { text: 'a' } } },
      ]
      for (const json of bodies) expect((await describeMedia(json)).status).to.equal(400)
    })
  })
})
