import { expect } from 'chai'
import { type ApiResponse, startWhole, type Whole } from './whole.ts'

type Body = Record<string, unknown>

/** Every combination of one choice of each list. */
function combinations(lists: readonly (readonly Body[])[]): Body[] {
  return lists.reduce<Body[]>(
    (found, list) => found.flatMap((body) => list.map((choice) => ({ ...body, ...choice }))),
    [{}],
  )
}

const sample = (origin: string, name: string) => ({ url: `${origin}/samples/${name}` })

/** Bodies by platform, right and wrong ones, each a combination of texts, media and settings. */
const bodies: Record<string, (origin: string, still: (name: string) => Promise<Body>) => Promise<Body[]>> = {
  async x(origin) {
    const media = (...names: string[]) => ({ media: names.map((name) => sample(origin, name)) })
    return combinations([
      [{ text: 'Good morning' }, { text: '' }, { text: 'See https://example.com/bells' }],
      [{}, media('photo-640x480.jpg'), media('no-image.jpg'), media('video-720x1280-6s.mp4', 'photo-64x64.png')],
    ])
  },
  async bluesky(_origin, still) {
    const images = (...items: Body[]) => ({ images: items.map((item) => ({ ...item, altText: 'A bell' })) })
    return combinations([
      [{ text: 'Good morning https://example.com #bells' }, { text: 'é'.repeat(300) }, { text: 'é'.repeat(301) }],
      [{}, images(await still('photo-640x480.jpg')), images({ content_type: 'image/png', base64: 'AAAA' })],
    ])
  },
  async instagram(_origin, still) {
    return combinations([
      [{ caption: 'Good morning' }, {}],
      [
        { image: await still('photo-1080x1080.jpg') },
        { image: await still('photo-1600x400.jpg') },
        { images: [await still('photo-1080x1080.jpg'), await still('photo-1080x1350.jpg')] },
      ],
    ])
  },
  async facebook(_origin, still) {
    const photo = await still('photo-640x480.jpg')
    return combinations([
      [{ message: 'Good morning' }, {}],
      [
        { image: photo },
        { images: [photo, await still('photo-1080x1080.jpg')] },
        { image: { contentType: 'image/png', base64: 'AAAA' } },
        { image: photo, title: 'Titles are for videos' },
      ],
    ])
  },
  async youtube(origin) {
    const always = { privacy_status: 'private', made_for_kids: false }
    return combinations([
      [{ ...always, video: sample(origin, 'video-720x1280-6s.mp4') }],
      [{ title: 'Good morning' }, { title: 'Less < more' }],
      [{}, { description: 'é'.repeat(2_501) }, { tags: ['a'.repeat(400), 'b'.repeat(200)] }],
    ])
  },
  async tiktok(origin) {
    const video = (name: string) => ({ video: sample(origin, name) })
    return combinations([
      [{ music_usage_confirmed: true }],
      [video('video-720x1280-6s.mp4'), video('video-720x1280-1s.mp4')],
      [{}, { privacy_level: 'SELF_ONLY' }, { disable_comment: false }, { cover_timestamp: 9_000 }],
    ])
  },
}

describe('validating a post', function () {
  this.timeout(600_000)
  let whole: Whole
  const accounts: Record<string, string> = {}

  before(async () => {
    whole = await startWhole({ networks: Object.keys(bodies) })
    for (const platform of Object.keys(bodies)) {
      const handle = platform === 'bluesky' ? { body: { handle: 'ada.test' } } : {}
      accounts[platform] = await whole.connect(platform, handle)
    }
  })
  after(() => whole?.close())

  const validate = (body: Body): Promise<ApiResponse> => whole.call('POST', '/posts/validate', body)

  async function still(name: string, field = 'contentType'): Promise<Body> {
    const bytes = Buffer.from(await (await fetch(`${whole.sandbox.url}/samples/${name}`)).arrayBuffer())
    return { [field]: 'image/jpeg', base64: bytes.toString('base64') }
  }

  /** The code with which a publish was rejected or failed; null if it was published. */
  async function published(body: Body): Promise<string | null> {
    const response = await whole.call('POST', '/posts', body)
    if (response.status >= 400) return response.body.error.code
    const ended = await whole.ended(response.body.publishId)
    return ended.status === 'published' ? null : (ended.error?.code ?? ended.status)
  }

  for (const [platform, make] of Object.entries(bodies)) {
    it(`agrees with publishing on ${platform}: valid posts are published, others are rejected with a code it names`, async () => {
      const field = platform === 'bluesky' ? 'content_type' : 'contentType'
      const made = await make(whole.sandbox.url, (name) => still(name, field))
      let [valid, invalid] = [0, 0]
      for (const [index, part] of made.entries()) {
        const body: Body = { platform, accountId: accounts[platform], ...part }
        // Networks reject the same text twice, which is a matter of what was published before.
        if (typeof part['text'] === 'string' && part['text'] !== '' && platform === 'x')
          body['text'] = `${part['text']} ${index}`
        const { status, body: found } = await validate(body)
        const what = `${JSON.stringify(part).slice(0, 200)} ${JSON.stringify(found).slice(0, 600)}`
        expect(status, what).to.equal(200)
        expect(found.valid, what).to.equal(found.problems.length === 0)
        const code = await published(body)
        if (found.valid) expect(code, what).to.equal(null)
        else
          expect(
            found.problems.map((each: { code: string }) => each.code),
            what,
          ).to.include(code)
        if (found.valid) valid++
        else invalid++
      }
      expect([valid > 0, invalid > 0]).to.deep.equal([true, true])
    })
  }

  it('shows what media are and become, with the limit that one breaks', async () => {
    const image = await still('photo-1600x400.jpg')
    const { body } = await validate({ platform: 'instagram', accountId: accounts['instagram'], image })
    expect(body).to.have.nested.property('problems[0].code', 'invalid_image')
    expect(body.problems[0].path).to.deep.equal(['image'])
    expect(body.problems[0].actual).to.equal(4)
    expect(body.problems[0].limit).to.be.below(4)
    const media = [sample(whole.sandbox.url, 'photo-4000x3000.jpg')]
    const large = (await validate({ platform: 'x', accountId: accounts['x'], text: 'Large', media })).body
    expect(large.media[0]).to.deep.include({
      path: ['media', '0'],
      contentType: 'image/jpeg',
      width: 4000,
      height: 3000,
    })
  })

  it('names what X bills for a thread', async () => {
    const { body } = await validate({
      platform: 'x',
      accountId: accounts['x'],
      text: 'One',
      thread: [{ text: 'Two' }, { text: 'Three https://example.com' }],
    })
    expect(body.charges).to.deep.equal([
      { operation: 'post.create', count: 2, amount: '0.03' },
      { operation: 'post.create.url', count: 1, amount: '0.20' },
    ])
  })

  it('shows links, tags and mentions of a text on Bluesky', async () => {
    const text = 'é @grace.test https://example.com #bells'
    const { body } = await validate({ platform: 'bluesky', accountId: accounts['bluesky'], text })
    expect(body.preview).to.deep.equal({
      text,
      facets: [
        { type: 'mention', byteStart: 3, byteEnd: 14, value: 'grace.test' },
        { type: 'link', byteStart: 15, byteEnd: 34, value: 'https://example.com' },
        { type: 'tag', byteStart: 35, byteEnd: 41, value: 'bells' },
      ],
    })
  })

  it('publishes and stores nothing', async () => {
    const held = async () => (await whole.sandboxCall('GET', '/state/bluesky')).body.posts.length
    const rows = async () => (await whole.call('GET', '/posts/publishes')).body.publishes.length
    const files = () => whole.context.db.kysely.selectFrom('mediaFile').select('id').execute()
    const before = [await held(), await rows(), (await files()).length]
    const images = [{ ...(await still('photo-640x480.jpg', 'content_type')), altText: 'A bell' }]
    const { body } = await validate({ platform: 'bluesky', accountId: accounts['bluesky'], text: 'Not yet', images })
    expect(body, JSON.stringify(body)).to.have.property('valid', true)
    expect([await held(), await rows(), (await files()).length]).to.deep.equal(before)
  })
})
