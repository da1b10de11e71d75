import type { Account } from '@carillon/client'
import { expect } from 'chai'
import { type Draft, mediaOfUrl, newDraft, newPart } from '../../app/pages/compose/draft/draft.ts'
import { bodyOf, type Sending } from '../../app/pages/compose/form/body.ts'
import { formOf, type Publishing } from './forms.ts'

const to = (platform: Publishing, more: Partial<Sending> = {}) => ({
  account: { platform, accountId: 'a', profileId: 'p' } as Account,
  uploadsUrl: 'https://carillon.example/api/v1/uploads/',
  takesForms: ['instagram', 'facebook', 'tiktok'].includes(platform),
  purpose: 'publish' as const,
  ...more,
})
const draftOf = (text: string, more: Partial<Draft> = {}): Draft => ({
  ...newDraft('d', ['a']),
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

  it('has what is written for its network alone', async () => {
    const own = { x: { title: '', first: { ...newPart(), text: 'Short' }, thread: [] } }
    expect(await jsonOf(formOf('x'), draftOf('Long', { own }), to('x'))).to.include({ text: 'Short' })
    expect(await jsonOf(formOf('bluesky'), draftOf('Long', { own }), to('bluesky'))).to.include({ text: 'Long' })
  })

  it('puts a video into the field whose requirements it meets', async () => {
    const shaped = (width: number, height: number) => ({
      ...video,
      facts: { contentType: 'video/mp4', bytes: 9_000_000, width, height, durationMs: 20_000 },
    })
    const body = (media: typeof video) => {
      const first = { ...newPart(), media: [media] }
      return jsonOf(formOf('facebook'), draftOf('', { first }), to('facebook'))
    }
    expect(await body(shaped(1920, 1080))).to.have.property('video')
    expect(await body(shaped(1080, 1920))).to.have.property('reel')
  })

  it('has no setting that means nothing with its media', async () => {
    const settings = { tiktok: { cover_timestamp: 2000, photo_cover_index: 1 } }
    const first = { ...newPart(), media: [video] }
    const body = await jsonOf(formOf('tiktok'), draftOf('', { first, settings }), to('tiktok'))
    expect(body).to.include({ cover_timestamp: 2000 }).and.not.to.have.property('photo_cover_index')
  })

  it('has any value for what is missing, but only when it is validated', async () => {
    const checked = await jsonOf(formOf('youtube'), draftOf('Bread'), to('youtube', { purpose: 'validate' }))
    expect(checked).to.include({ title: '-', privacy_status: 'public', made_for_kids: false })
    const published = await jsonOf(formOf('youtube'), draftOf('Bread'), to('youtube'))
    expect(published).not.to.have.any.keys('title', 'privacy_status', 'made_for_kids')
  })
})
