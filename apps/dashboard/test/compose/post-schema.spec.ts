import { postSchemas } from '@carillon/domain'
import { expect } from 'chai'
import { fittingSlots, mediaWords } from '../../app/pages/compose/form/post-schema.ts'
import { facts, formOf, type Publishing } from './forms.ts'

const namesOf = (platform: Publishing) => formOf(platform).settings.map(({ name }) => name)
const fields = (platform: Publishing, kinds: ('image' | 'video')[]) =>
  fittingSlots(formOf(platform).slots, kinds).map(({ field }) => field)

describe('the fields of the composer', () => {
  for (const platform of Object.keys(postSchemas) as Publishing[]) {
    it(`cover every property of a post on ${platform}, each once`, () => {
      const { text, title, slots, settings, thread } = formOf(platform)
      const covered = [
        ...[text, title].flatMap((one) => one?.field ?? []),
        ...slots.map(({ field }) => field),
        ...settings.map(({ name }) => name),
        ...(thread ? ['thread'] : []),
        'platform',
        'accountId',
        'profileId',
      ]
      expect(covered.sort()).to.deep.equal(Object.keys(facts.schemas[platform]?.properties ?? {}).sort())
    })
  }

  it('lead to the terms that a field agrees to', () => {
    const terms = formOf('tiktok').settings.flatMap(({ name, hint }) => (hint.terms ? [[name, hint.terms.url]] : []))
    expect(terms).to.deep.equal([
      ['music_usage_confirmed', 'https://www.tiktok.com/legal/page/global/music-usage-confirmation/en'],
    ])
  })

  it('have a title where a network has one beside the text', () => {
    expect(formOf('youtube').title).to.deep.equal({ field: 'title', maxLength: 100, isRequired: true })
    expect(formOf('youtube').text?.field).to.equal('description')
    expect(formOf('x').title).to.equal(null)
    expect(formOf('instagram').text).to.deep.equal({ field: 'caption', maxLength: 2200 })
  })

  it('are settings where they are neither text nor media', () => {
    expect(namesOf('instagram')).to.deep.equal(['collaborators', 'isAiGenerated'])
    expect(namesOf('facebook')).to.deep.equal(['title'])
    expect(namesOf('x')).to.deep.equal([])
    expect(
      formOf('youtube')
        .settings.filter(({ isRequired }) => isRequired)
        .map(({ name }) => name),
    ).to.deep.equal(['privacy_status', 'made_for_kids'])
  })

  it('choose the field that holds the media', () => {
    expect(fields('instagram', ['image'])).to.deep.equal(['image'])
    expect(fields('instagram', ['image', 'image'])).to.deep.equal(['images'])
    expect(fields('instagram', ['video'])).to.deep.equal([])
    expect(fields('facebook', ['video'])).to.deep.equal(['reel', 'video'])
    expect(fields('tiktok', ['image'])).to.deep.equal(['photos'])
    expect(fields('x', ['image', 'video'])).to.deep.equal(['media'])
    expect(
      fields(
        'bluesky',
        Array.from({ length: 5 }, () => 'image' as const),
      ),
    ).to.deep.equal([])
  })

  it('know what a media item can have', () => {
    const [image] = formOf('instagram').slots
    expect(image?.item).to.include({ typeField: 'contentType', takesUrl: false, maxAltText: 1000, takesTags: true })
    const video = formOf('bluesky').slots.find(({ field }) => field === 'video')
    expect(video?.item).to.include({ typeField: 'content_type', takesUrl: true, maxAltText: 2000, takesTags: false })
    expect(video?.item.contentTypes).to.deep.equal(['video/mp4'])
  })

  it('say in words what a post can hold', () => {
    expect(mediaWords(formOf('instagram').slots)).to.equal('1 to 10 images')
    expect(mediaWords(formOf('bluesky').slots)).to.equal('1 to 4 images or 1 video')
    expect(mediaWords(formOf('x').slots)).to.equal('1 to 4 images or videos')
    expect(mediaWords([])).to.equal('no media')
  })

  it('allow threads where the schema does', () => {
    expect(formOf('x').thread).to.include({ max: 24, maxLength: 25_000 })
    expect(formOf('bluesky').thread?.slots.map(({ field }) => field)).to.deep.equal(['images', 'video'])
    expect(formOf('tiktok').thread).to.equal(null)
  })
})
