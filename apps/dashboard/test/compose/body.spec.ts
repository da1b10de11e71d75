import type { Account } from '@carillon/client'
import { postSchemas, textFields } from '@carillon/domain'
import { expect } from 'chai'
import { bodyOf, mediaProblem } from '../../app/pages/compose/body.ts'
import { type Draft, mediaOfUrl, newDraft, newPart } from '../../app/pages/compose/draft.ts'
import { postForm, type Schema } from '../../app/pages/compose/post-schema.ts'

type Publishing = keyof typeof postSchemas

const asJson = (platform: Publishing): Schema => JSON.parse(JSON.stringify(postSchemas[platform]))
const formOf = (platform: Publishing) => postForm(asJson(platform), textFields[platform])
const accountOn = (platform: Publishing) => ({ platform, accountId: 'a', profileId: 'p' }) as Account
const draftOf = (text: string, more: Partial<Draft> = {}): Draft => ({
  ...newDraft(['a']),
  first: { ...newPart(), text },
  ...more,
})
const video = mediaOfUrl('https://example.com/oven.mp4', 'video')

describe('the body of a publish', () => {
  it('has the text in the field of its network', async () => {
    for (const [platform, field] of [
      ['instagram', 'caption'],
      ['facebook', 'message'],
      ['x', 'text'],
    ] as const) {
      const body = await bodyOf(formOf(platform), draftOf('Bread'), accountOn(platform))
      expect(body).to.deep.equal({ platform, accountId: 'a', profileId: 'p', [field]: 'Bread' })
    }
  })

  it('has a title only where the network has one', async () => {
    const draft = draftOf('Bread', { title: ' At seven ' })
    expect(await bodyOf(formOf('youtube'), draft, accountOn('youtube'))).to.include({
      title: 'At seven',
      description: 'Bread',
    })
    expect(await bodyOf(formOf('x'), draft, accountOn('x'))).not.to.have.property('title')
  })

  it('has media by URL, as one item or as a list', async () => {
    const first = { ...newPart(), text: 'Look', media: [{ ...video, altText: ' An oven ' }] }
    const onBluesky = await bodyOf(formOf('bluesky'), draftOf('', { first }), accountOn('bluesky'))
    expect(onBluesky['video']).to.deep.equal({ url: 'https://example.com/oven.mp4', altText: 'An oven' })
    const onX = await bodyOf(formOf('x'), draftOf('', { first }), accountOn('x'))
    expect(onX['media']).to.deep.equal([{ url: 'https://example.com/oven.mp4' }])
  })

  it('puts media into the field that was chosen', async () => {
    const first = { ...newPart(), media: [video] }
    const body = (slots: Draft['slots']) =>
      bodyOf(formOf('facebook'), draftOf('', { first, slots }), accountOn('facebook'))
    expect(await body({})).to.have.property('reel')
    expect(await body({ facebook: 'video' })).to.have.property('video')
    expect(await body({ facebook: 'images' })).to.have.property('reel')
  })

  it('has a thread only where the network has threads', async () => {
    const draft = draftOf('One', { thread: [{ ...newPart(), text: 'Two' }] })
    expect((await bodyOf(formOf('x'), draft, accountOn('x')))['thread']).to.deep.equal([{ text: 'Two' }])
    expect(await bodyOf(formOf('instagram'), draft, accountOn('instagram'))).not.to.have.property('thread')
  })

  it('has the settings of its own network alone', async () => {
    const settings = { youtube: { made_for_kids: false }, tiktok: { music_usage_confirmed: true } }
    const body = await bodyOf(formOf('youtube'), draftOf('', { settings }), accountOn('youtube'))
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
