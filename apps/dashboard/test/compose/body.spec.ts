import type { Account } from '@carillon/client'
import { postSchemas, textFields } from '@carillon/domain'
import { expect } from 'chai'
import { bodyOf, mediaProblem, type Sending } from '../../app/pages/compose/body.ts'
import { type Draft, mediaOfUrl, newDraft, newPart } from '../../app/pages/compose/draft.ts'
import { postForm, type Schema } from '../../app/pages/compose/post-schema.ts'

type Publishing = keyof typeof postSchemas

const asJson = (platform: Publishing): Schema => JSON.parse(JSON.stringify(postSchemas[platform]))
const formOf = (platform: Publishing) => postForm(asJson(platform), textFields[platform])
const to = (platform: Publishing, more: Partial<Sending> = {}) => ({
  account: { platform, accountId: 'a', profileId: 'p' } as Account,
  uploadsUrl: 'https://carillon.example/api/v1/uploads/',
  takesForms: ['instagram', 'facebook', 'tiktok'].includes(platform),
  purpose: 'publish' as const,
  ...more,
})
const draftOf = (text: string, more: Partial<Draft> = {}): Draft => ({
  ...newDraft(['a']),
  first: { ...newPart(), text },
  ...more,
})
const video = mediaOfUrl('https://example.com/oven.mp4', 'video')

/** The body, which is JSON without files. */
async function jsonOf(...args: Parameters<typeof bodyOf>): Promise<Record<string, unknown>> {
  const body = await bodyOf(...args)
  if (body instanceof FormData) throw new Error('The body is a form.')
  return body
}

describe('the body of a publish', () => {
  it('has the text in the field of its network', async () => {
    for (const [platform, field] of [
      ['instagram', 'caption'],
      ['facebook', 'message'],
      ['x', 'text'],
    ] as const) {
      const body = await jsonOf(formOf(platform), draftOf('Bread'), to(platform))
      expect(body).to.deep.equal({ platform, accountId: 'a', profileId: 'p', [field]: 'Bread' })
    }
  })

  it('has a title only where the network has one', async () => {
    const draft = draftOf('Bread', { title: ' At seven ' })
    expect(await jsonOf(formOf('youtube'), draft, to('youtube'))).to.include({
      title: 'At seven',
      description: 'Bread',
    })
    expect(await jsonOf(formOf('x'), draft, to('x'))).not.to.have.property('title')
  })

  it('has media by URL, as one item or as a list', async () => {
    const first = { ...newPart(), text: 'Look', media: [{ ...video, altText: ' An oven ' }] }
    const onBluesky = await jsonOf(formOf('bluesky'), draftOf('', { first }), to('bluesky'))
    expect(onBluesky['video']).to.deep.equal({ url: 'https://example.com/oven.mp4', altText: 'An oven' })
    const onX = await jsonOf(formOf('x'), draftOf('', { first }), to('x'))
    expect(onX['media']).to.deep.equal([{ url: 'https://example.com/oven.mp4' }])
  })

  it('puts media into the field that was chosen', async () => {
    const first = { ...newPart(), media: [video] }
    const body = (slots: Draft['slots']) => jsonOf(formOf('facebook'), draftOf('', { first, slots }), to('facebook'))
    expect(await body({})).to.have.property('reel')
    expect(await body({ facebook: 'video' })).to.have.property('video')
    expect(await body({ facebook: 'images' })).to.have.property('reel')
  })

  it('has a thread only where the network has threads', async () => {
    const draft = draftOf('One', { thread: [{ ...newPart(), text: 'Two' }] })
    expect((await jsonOf(formOf('x'), draft, to('x')))['thread']).to.deep.equal([{ text: 'Two' }])
    expect(await jsonOf(formOf('instagram'), draft, to('instagram'))).not.to.have.property('thread')
  })

  it('has the settings of its own network alone', async () => {
    const settings = { youtube: { made_for_kids: false }, tiktok: { music_usage_confirmed: true } }
    const body = await jsonOf(formOf('youtube'), draftOf('', { settings }), to('youtube'))
    expect(body).to.include({ made_for_kids: false }).and.not.to.have.property('music_usage_confirmed')
  })

  it('is impossible without media where there is no post without', () => {
    expect(mediaProblem(formOf('instagram'), draftOf('Bread'))).to.equal('Add 1 image or 2 to 10 images.')
    expect(mediaProblem(formOf('youtube'), draftOf('Bread'))).to.equal('Add 1 video.')
    expect(mediaProblem(formOf('bluesky'), draftOf('Bread'))).to.equal(null)
  })

  it('is impossible with media that fit no field, which is said in words', () => {
    const first = { ...newPart(), media: [video] }
    expect(mediaProblem(formOf('instagram'), draftOf('', { first }))).to.equal(
      'One post takes 1 image or 2 to 10 images.',
    )
    expect(mediaProblem(formOf('x'), draftOf('', { first }))).to.equal(null)
  })
})
