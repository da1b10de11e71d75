import { expect } from 'chai'
import { type Draft, type DraftMedia, mediaOfUrl, newDraft, newPart } from '../../app/pages/compose/draft/draft.ts'
import { draftProblems } from '../../app/pages/compose/form/draft-problems.ts'
import { otherProblems, placeWords } from '../../app/pages/compose/form/problem-words.ts'
import { formOf, type Publishing } from './forms.ts'

const draftOf = (text: string, media: readonly DraftMedia[] = [], more: Partial<Draft> = {}): Draft => ({
  ...newDraft('d', ['a']),
  first: { ...newPart(), text, media },
  ...more,
})
const video = mediaOfUrl('https://example.com/oven.mp4', 'video')
const image = mediaOfUrl('https://example.com/bread.jpg', 'image')
const kept = (uploadId: string | null): DraftMedia => ({ ...video, source: { upload: { uploadId, name: 'oven.mp4' } } })
const problemsOf = (
  platform: Publishing,
  draft: Draft,
  states: readonly (readonly [string, 'complete' | 'expired'])[] = [],
) => draftProblems(formOf(platform), draft, new Map(states)).map(({ path, message }) => [path.join('.'), message])

describe('the problems of a draft', () => {
  it('are that it is empty', () => {
    expect(problemsOf('bluesky', draftOf(' '))).to.deep.equal([['', 'Write a text or add media.']])
    expect(problemsOf('bluesky', draftOf('', [video]))).to.deep.equal([])
  })

  it('are all that a network requires, at once', () => {
    expect(problemsOf('youtube', draftOf('Bread'))).to.deep.equal([
      ['', 'A post on YouTube needs media. Add 1 video.'],
      ['title', 'Write one.'],
      ['privacy_status', 'Choose one.'],
      ['made_for_kids', 'Choose one.'],
    ])
    expect(problemsOf('tiktok', draftOf('Bread', [video]))).to.deep.equal([['music_usage_confirmed', 'Confirm it.']])
  })

  it('are media that fit no field, in words', () => {
    expect(problemsOf('instagram', draftOf('Bread', [video]))).to.deep.equal([
      ['', 'A post takes 1 to 10 images; this one has 1 video.'],
    ])
    expect(problemsOf('instagram', draftOf('Bread', [image]))).to.deep.equal([
      ['', 'Add https://example.com/bread.jpg as a file: media by URL are not taken here.'],
    ])
  })

  it('are posts of a thread without text', () => {
    const thread = [newPart()]
    expect(problemsOf('x', draftOf('Bread', [], { thread }))).to.deep.equal([['thread.0.text', 'Write it.']])
    expect(problemsOf('instagram', draftOf('Bread', [], { thread })).map(([path]) => path)).to.deep.equal([''])
  })

  it('are uploads that have expired or were cut off', () => {
    expect(problemsOf('bluesky', draftOf('', [kept('u')]), [['u', 'expired']])).to.deep.equal([
      ['', 'The upload of oven.mp4 has expired. Choose the file again.'],
    ])
    expect(problemsOf('bluesky', draftOf('', [kept('u')]), [['u', 'complete']])).to.deep.equal([])
    expect(problemsOf('bluesky', draftOf('', [kept(null)]))[0]?.[1]).to.contain('was not uploaded completely')
  })

  it('are said once, the composer and the service together', () => {
    const form = formOf('youtube')
    const own = draftProblems(form, draftOf('Bread'), new Map())
    const reported = (path: string[], code = 'invalid_request' as const) =>
      ({ code, path, message: 'reported', limit: null, actual: null }) as const
    const rest = otherProblems(own, [reported(['video']), reported([]), reported(['description'])], form)
    expect(rest.map(({ path }) => path)).to.deep.equal([['description']])
  })

  it('are said once if nothing is written, and a text that is too long beside other problems', () => {
    const form = formOf('x')
    const code = 'provider_rejected' as const
    const empty = { code, path: ['text'], message: 'text is empty', limit: null, actual: null }
    expect(otherProblems(draftProblems(form, draftOf(''), new Map()), [empty], form)).to.deep.equal([])
    const lost = draftProblems(form, draftOf('Too long', [kept(null)]), new Map())
    expect(lost.map(({ path }) => path)).to.deep.equal([[]])
    expect(otherProblems(lost, [empty], form)).to.deep.equal([empty])
  })
})

describe('the place of a problem', () => {
  const content = { ...draftOf('One', [image, image]), thread: [{ ...newPart(), media: [{ ...image, id: '3' }] }] }
  const words = (platform: Publishing, ...path: string[]) => placeWords(path, content, formOf(platform))

  it('is named as its author sees it', () => {
    expect(words('bluesky', 'thread', '0', 'images', '0')).to.equal('Post 2, image')
    expect(words('bluesky', 'images', '1')).to.equal('Image 1')
    expect(words('bluesky', 'thread', '0', 'text')).to.equal('Post 2, text')
    expect(words('instagram', 'images', '0', 'userTags', '2', 'username')).to.equal('Image 1, user tags, username')
    expect(words('youtube', 'privacy_status')).to.equal('Visibility')
    expect(words('youtube', 'description')).to.equal('Text')
    expect(words('bluesky')).to.equal('')
  })
})
