import { expect } from 'chai'
import fc from 'fast-check'
import { facetsOf, mentionedHandles, requireTexts } from '../../src/bluesky/post-text.ts'
import { blueskyPublish } from '../../src/bluesky/publish.ts'
import { failureOf, placeOf } from '../fake-call.ts'

const mentions = { 'grace.example.com': 'did:plc:g' }

function shown(text: string): [string, string][] {
  return facetsOf(text, mentions).map(({ index, features: [feature] }) => [
    Buffer.from(text).subarray(index.byteStart, index.byteEnd).toString(),
    String(feature?.$type).split('#')[1] ?? '',
  ])
}

describe('bluesky texts', () => {
  it('have their links, mentions and tags marked by bytes', () => {
    expect(shown('Ünï @grace.example.com, (see https://example.com/a?b=1) and example.org. #été #1')).to.deep.equal([
      ['@grace.example.com', 'mention'],
      ['https://example.com/a?b=1', 'link'],
      ['example.org', 'link'],
      ['#été', 'tag'],
    ])
  })

  it('leave a mention of nobody as plain text', () => {
    expect(shown('@nobody.example.com hello')).to.deep.equal([])
    expect(
      mentionedHandles(['@grace.example.com @nobody.example.com', 'me@example.com @grace.example.com']),
    ).to.deep.equal(['grace.example.com', 'nobody.example.com'])
  })

  it('never have marks that overlap, or that are outside of the text', () => {
    const words = fc.constantFrom(
      '@grace.example.com',
      'https://a.example/é',
      '#tag',
      '👩‍👩‍👧',
      'ß',
      'example.com',
      ' ',
      '\n',
      '.',
    )
    fc.assert(
      fc.property(fc.array(words, { maxLength: 20 }), (parts) => {
        const text = parts.join(' ')
        let end = 0
        for (const { index } of facetsOf(text, mentions)) {
          expect(index.byteStart).to.be.at.least(end)
          end = index.byteEnd
        }
        expect(end).to.be.at.most(Buffer.byteLength(text))
      }),
    )
  })

  it('are in languages that servers know by their tags', async () => {
    const rejection = (langs: string[]) => failureOf((async () => check({ ...post, langs }))())
    const post = { platform: 'bluesky', accountId: 'a', text: 'Hi' } as const
    const check = blueskyPublish.check ?? (() => {})
    for (const langs of [undefined, [], ['en', 'zh-Hans-CN', 'sr-Latn-RS-1994']])
      check({ ...post, ...(langs && { langs }) })
    for (const lang of ['en-us-gb', 'de-1a', 'en-abcde-abcde']) {
      const error = await rejection(['en', lang])
      expect(error).to.include({ code: 'provider_rejected', outcome: 'rejected' })
      expect(error['message']).to.contain(`"${lang}"`)
      expect(placeOf(error).path).to.equal('langs.1')
    }
  })

  it('are counted as people count', async () => {
    const family = '👩‍👩‍👧'
    requireTexts([family.repeat(166), 'é'.repeat(300)])
    const rejection = (texts: string[]) => failureOf((async () => requireTexts(texts))())
    expect((await rejection(['e\u0301'.repeat(301)]))['message']).to.match(/^The text has 301 characters.* 300\.$/)
    expect((await rejection([family.repeat(167)]))['message']).to.match(/3006 bytes.* 3000\.$/)
    expect((await rejection(['ok', 'ok', 'x'.repeat(400)]))['message']).to.match(/^Post 3 of the thread has 400/)
    const bound = { limit: 300, actual: 400 }
    expect(placeOf(await rejection(['x'.repeat(400)]))).to.deep.equal({ path: 'text', bound })
    expect(placeOf(await rejection(['ok', 'ok', 'x'.repeat(400)]))).to.deep.equal({ path: 'thread.1.text', bound })
    expect(placeOf(await rejection([family.repeat(167)]))).to.deep.equal({
      path: 'text',
      bound: { limit: 3000, actual: 3006 },
    })
  })
})
