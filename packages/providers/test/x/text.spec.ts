import { expect } from 'chai'
import fc from 'fast-check'
import { holdsLink } from '../../src/x/links.ts'
import { comparable, writtenText } from '../../src/x/written-text.ts'

describe('x: links in a text', () => {
  const links = [
    'see https://example.com/a?b=c.',
    'HTTP://EXAMPLE.COM',
    'http://münchen.example',
    'example.com',
    '(example.org)',
    'blog.example.de',
    'example.de/path',
    'youtu.be/abc',
    't.co',
    'carillon.film',
    'carillon.pictures',
    'new: carillon.dev!',
    'x.com:443/a',
  ]
  for (const text of links) it(`finds one in ${text}`, () => expect(holdsLink(text)).to.equal(true))

  const words = [
    '',
    'Bells at seven.No more',
    'mail me at mira@example.com',
    'version 1.2.3',
    'file.txt and index.ts',
    'done.it is',
    '@handle.com',
    '#tag.com',
    '$cash.com',
    'e.g. this',
    'äöü.com',
  ]
  for (const text of words) it(`finds none in "${text}"`, () => expect(holdsLink(text)).to.equal(false))

  it('takes its time for no text', () => {
    fc.assert(fc.property(fc.stringMatching(/^[a-z.]{0,2000}$/), (text) => typeof holdsLink(text) === 'boolean'))
  })
})

describe('x: the text as it was written', () => {
  // Shapes: https://docs.x.com/x-api/fundamentals/data-dictionary (read 2026-11-20)
  const link = (url: string, expanded: string, more: object = {}) => ({
    start: 0,
    end: 23,
    url,
    expanded_url: expanded,
    ...more,
  })

  it('puts links back and characters that were escaped', () => {
    const post = {
      text: 'Q &amp; A &lt;live&gt; &amp;lt; https://t.co/aaaaaaaaaa and https://t.co/bbbbbbbbbb',
      entities: {
        urls: [
          link('https://t.co/aaaaaaaaaa', 'https://example.com/a?b=1&c=2'),
          link('https://t.co/bbbbbbbbbb', 'http://example.org'),
        ],
      },
    }
    expect(writtenText(post)).to.equal('Q & A <live> &lt; https://example.com/a?b=1&c=2 and http://example.org')
  })

  it('leaves out the link to the own media', () => {
    const media = [
      link('https://t.co/mmmmmmmmmm', 'https://x.com/mira/status/1/photo/1', { media_key: '3_1' }),
      link('https://t.co/mmmmmmmmmm', 'https://x.com/mira/status/1/photo/1'),
    ]
    for (const entity of media) {
      expect(writtenText({ text: 'Bells https://t.co/mmmmmmmmmm', entities: { urls: [entity] } })).to.equal('Bells')
    }
    const bare = { text: 'https://t.co/mmmmmmmmmm', attachments: { media_keys: ['3_1'] } }
    expect(writtenText(bare)).to.equal('')
  })

  for (const name of ['note_tweet', 'note_post']) {
    it(`prefers the whole text of ${name}`, () => {
      const note = {
        text: 'A long text https://t.co/aaaaaaaaaa',
        entities: { urls: [link('https://t.co/aaaaaaaaaa', 'https://example.com')] },
      }
      expect(writtenText({ text: 'A long…', [name]: note })).to.equal('A long text https://example.com')
    })
  }

  it('compares past what the network changes', () => {
    expect(comparable('Cafe\u0301  at Example.com/ \n')).to.equal(comparable('Café at http://example.com'))
    expect(comparable('one')).not.to.equal(comparable('two'))
  })
})
