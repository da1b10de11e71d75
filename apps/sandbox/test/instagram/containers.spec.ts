import { expect } from 'chai'
import { allTests } from '../fixture.ts'
import { image } from '../meta/files.ts'
import { instagramAccess, startRig } from '../meta/rig.ts'

const JPEG = 'https://media.example/a.jpg'
type Case = [what: string, form: Record<string, string>, code: number, subcode?: number]

describe('instagram: containers', () => {
  const rig = allTests(startRig)
  const own = allTests(() => instagramAccess(rig))

  before(async () => {
    const jpeg = { contentType: 'image/jpeg' }
    const fine = await image(1080, 1350)
    const mpo = Buffer.concat([fine.subarray(0, 20), Buffer.from('MPF\0', 'latin1'), fine.subarray(20)])
    const files: [string, Buffer, string?][] = [
      ['a.jpg', fine],
      ['png', await image(800, 800, 'png'), 'image/png'],
      ['webp', await image(800, 800, 'webp'), 'image/webp'],
      ['tall', await image(1080, 1920)],
      ['wide', await image(2000, 1000)],
      ['big', Buffer.concat([fine, Buffer.alloc(8 * 1024 * 1024)])],
      ['mpo', mpo],
      ['page', Buffer.from('<p>'), 'text/html'],
      ['cut', (await image(1080, 1080)).subarray(0, 2000)],
    ]
    for (const [name, bytes, contentType] of files)
      rig.web.set(`https://media.example/${name}`, { ...jpeg, bytes, ...(contentType && { contentType }) })
  })

  const make = (form: Record<string, string>) => rig.post(`${own.url}/media`, { access_token: own.token, ...form })
  const status = async (id: string) =>
    (await rig.get(`${rig.urls.instagram}/v25.0/${id}`, { access_token: own.token, fields: 'status_code,status' })).body

  it('makes a container that takes its time', async () => {
    const { body } = await make({ image_url: JPEG, caption: 'Rye', alt_text: 'A loaf', is_ai_generated: 'true' })
    expect(body).to.have.keys('id')
    expect(body.id).to.match(/^\d{17}$/)
    expect(await status(body.id)).to.include({ status_code: 'IN_PROGRESS', id: body.id })
    rig.advance(400)
    expect(await status(body.id)).to.include({ status_code: 'FINISHED' })
  })

  it('shows only the id unasked, and no other field', async () => {
    const { body } = await make({ image_url: JPEG })
    const url = `${rig.urls.instagram}/v25.0/${body.id}`
    expect((await rig.get(url, { access_token: own.token })).body).to.deep.equal({ id: body.id })
    expect((await rig.get(url, { access_token: own.token, fields: 'caption' })).body.error.code).to.equal(100)
  })

  it('cannot fetch the next images for a while where that is asked for', async () => {
    await rig.instagram.person['app']?.({ unfetchedImages: 2 })
    for (const code of [9004, 9004]) {
      const { body } = await make({ image_url: JPEG })
      expect([body.error.code, body.error.error_subcode]).to.deep.equal([code, 2207052])
    }
    expect((await make({ image_url: JPEG })).body).to.have.keys('id')
  })

  it('expires a container after a day', async () => {
    const { body } = await make({ image_url: JPEG })
    rig.advance(86_400_000)
    expect(await status(body.id)).to.include({ status_code: 'EXPIRED' })
  })

  it('finds out later that an image cannot be decoded', async () => {
    const { body } = await make({ image_url: 'https://media.example/cut' })
    rig.advance(400)
    const { status_code, status: text } = await status(body.id)
    expect(status_code).to.equal('ERROR')
    expect(text).to.include('2207053')
    const { body: rejected } = await rig.post(`${own.url}/media_publish`, {
      access_token: own.token,
      creation_id: body.id,
    })
    expect(rejected.error).to.include({ code: -1, error_subcode: 2207032 })
  })

  const tags = (count: number) =>
    JSON.stringify(Array.from({ length: count }, (_, at) => ({ username: `u${at}`, x: 0.5, y: 0 })))
  const cases: Case[] = [
    ['no image', {}, 100],
    ['a PNG', { image_url: 'https://media.example/png' }, 36001, 2207005],
    ['a WebP', { image_url: 'https://media.example/webp' }, 36001, 2207005],
    ['a multi-image JPEG', { image_url: 'https://media.example/mpo' }, 36001, 2207005],
    ['9:16', { image_url: 'https://media.example/tall' }, 36003, 2207009],
    ['2:1', { image_url: 'https://media.example/wide' }, 36003, 2207009],
    ['more than 8 MiB', { image_url: 'https://media.example/big' }, 36000, 2207004],
    ['a web page', { image_url: 'https://media.example/page' }, 9004, 2207052],
    ['a URL that does not respond', { image_url: 'https://media.example/none' }, 9004, 2207052],
    ['an address that is not ASCII', { image_url: 'https://media.example/früh.jpg' }, 9004, 2207052],
    ['2201 characters', { image_url: JPEG, caption: 'x'.repeat(2201) }, 36004, 2207010],
    ['31 hashtags', { image_url: JPEG, caption: '#a '.repeat(31) }, 36004, 2207010],
    ['21 mentions', { image_url: JPEG, caption: '@a '.repeat(21) }, 36004, 2207010],
    ['1001 characters of alternative text', { image_url: JPEG, alt_text: 'x'.repeat(1001) }, 100],
    ['21 tags', { image_url: JPEG, user_tags: tags(21) }, 100, 2207040],
    ['tags without a place', { image_url: JPEG, user_tags: '[{"username":"u"}]' }, 100],
    ['tags beside the image', { image_url: JPEG, user_tags: '[{"username":"u","x":1.5,"y":0}]' }, 100],
    ['tags that are not list', { image_url: JPEG, user_tags: 'u' }, 100],
    ['a tag of a private account', { image_url: JPEG, user_tags: '[{"username":"pia.at.home","x":0.5,"y":0.5}]' }, 100],
    ['four collaborators', { image_url: JPEG, collaborators: '["a","b","c","d"]' }, 100],
    ['collaborators as plain text', { image_url: JPEG, collaborators: 'a,b' }, 100],
    ['an unknown media type', { image_url: JPEG, media_type: 'VIDEO' }, 100, 2207023],
    ['an unknown parameter', { image_url: JPEG, title: 'x' }, 100],
    ['an invalid switch', { image_url: JPEG, is_ai_generated: 'maybe' }, 100],
    ['a child with a caption', { image_url: JPEG, is_carousel_item: 'true', caption: 'x' }, 100],
    ['a child with collaborators', { image_url: JPEG, is_carousel_item: 'true', collaborators: '["a"]' }, 100],
    ['a child marked as AI-made', { image_url: JPEG, is_carousel_item: 'true', is_ai_generated: 'false' }, 100],
    ['a carousel with an image', { media_type: 'CAROUSEL', children: '1,2', image_url: JPEG }, 100],
    ['a carousel with alternative text', { media_type: 'CAROUSEL', children: '1,2', alt_text: 'x' }, 100],
    ['a carousel of one', { media_type: 'CAROUSEL', children: '1' }, 100, 2207028],
    ['a carousel of eleven', { media_type: 'CAROUSEL', children: Array(11).fill('1').join(',') }, 100, 2207028],
    ['a carousel of unknown items', { media_type: 'CAROUSEL', children: '1,2' }, 100],
  ]
  for (const [what, form, code, subcode] of cases) {
    it(`rejects ${what}`, async () => {
      const { status: http, body } = await make(form)
      expect([http, body.error?.code, body.error?.error_subcode]).to.deep.equal([400, code, subcode])
    })
  }

  it('takes 20 tags, 3 collaborators, 2200 characters, 4:5', async () => {
    const form = { image_url: JPEG, user_tags: tags(20), collaborators: '["a","b","c"]', caption: 'x'.repeat(2200) }
    expect((await make(form)).status).to.equal(200)
  })

  it('counts the characters of a text, not the units that they are stored in', async () => {
    const [caption, alt_text] = ['🍞'.repeat(2200), '🍞'.repeat(1000)]
    expect((await make({ image_url: JPEG, caption, alt_text })).body).to.have.keys('id')
    expect((await make({ image_url: JPEG, alt_text: `${alt_text}🍞` })).body.error.code).to.equal(100)
  })

  it('takes JSON with lists in it, and a Bearer token', async () => {
    const { status: http } = await rig.send(`${own.url}/media`, {
      method: 'POST',
      headers: { authorization: `Bearer ${own.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ image_url: JPEG, user_tags: [{ username: 'u', x: 0, y: 1 }], is_ai_generated: false }),
    })
    expect(http).to.equal(200)
  })

  it('rejects items that are still worked on', async () => {
    const ids = []
    for (const _ of [1, 2]) ids.push((await make({ image_url: JPEG, is_carousel_item: 'true' })).body.id)
    const parent = { media_type: 'CAROUSEL', children: ids.join(',') }
    expect((await make(parent)).body.error).to.include({ code: 9007, error_subcode: 2207027 })
    rig.advance(400)
    expect((await make(parent)).status).to.equal(200)
  })

  it('rejects without the scope, and hides other accounts', async () => {
    const shy = await instagramAccess(rig, { as: 'mika.creates', withhold: ['instagram_business_content_publish'] })
    const rejected = await rig.post(`${shy.url}/media`, { access_token: shy.token, image_url: JPEG })
    expect([rejected.status, rejected.body.error.code]).to.deep.equal([403, 10])
    const foreign = await rig.post(`${own.url}/media`, { access_token: shy.token, image_url: JPEG })
    expect(foreign.body.error).to.include({ code: 100, error_subcode: 33 })
  })
})
