import { expect } from 'chai'
import { findLinks } from '../../src/x/posts/links.ts'
import { findCashtags, findMentions } from '../../src/x/posts/mentions.ts'
import { weightedLength } from '../../src/x/posts/weighted-length.ts'
import { shorten, toWireText } from '../../src/x/posts/wire-text.ts'

// Weights as told at https://docs.x.com/fundamentals/counting-characters (read 2026-11-20).
const WEIGHTS: [text: string, weight: number][] = [
  ['', 0],
  ['hello', 5],
  ['caf\u00e9', 4],
  ['cafe\u0301', 4],
  ['鐘の音', 6],
  ['👾', 2],
  ['🙋🏽', 2],
  ['👨‍🎤', 2],
  ['👨‍👩‍👧‍👦', 2],
  ['🇬🇷', 2],
  ['“quoted”', 8],
  ['…', 2],
  ['€', 2],
  ['https://example.com', 23],
  ['https://example.com/very/long/path?and=query', 23],
  ['see https://example.com.', 28],
  ['https://a.example https://b.example', 47],
  ['example.com', 23],
  ['a@example.com', 13],
]

const LINKS: [text: string, links: string[]][] = [
  ['müller.de/x and www.müller.de', []],
  ['no link', []],
  ['e.g. this, i.e. that', []],
  ['end of sentence.next one', []],
  ['use node.js', []],
  ['see example.com/path, please', ['example.com/path']],
  ['(https://example.com/a_(b))', ['https://example.com/a_(b)']],
  ['HTTP://EXAMPLE.COM!', ['HTTP://EXAMPLE.COM']],
  ['it.is not, t.co is', ['t.co']],
  ['youtu.be/abc', ['youtu.be/abc']],
  ['shop.example.gr', ['shop.example.gr']],
  ['mail me@example.com', []],
  ['ftp://example.com', []],
  ['https://localhost', []],
]

describe('X: text', () => {
  for (const [text, weight] of WEIGHTS) {
    it(`weighs ${JSON.stringify(text)} ${weight}`, () => {
      expect(weightedLength(text)).to.equal(weight)
    })
  }

  for (const [text, links] of LINKS) {
    it(`finds ${links.length} links in ${JSON.stringify(text)}`, () => {
      expect(findLinks(text).map(({ address }) => address)).to.deep.equal(links)
    })
  }

  it('finds mentions and cashtags', () => {
    expect(findMentions('@a, b@c and (@d_e) @toolongforahandle').map(({ handle }) => handle)).to.deep.equal([
      'a',
      'd_e',
    ])
    expect(findCashtags('$ABC, $5, US$DEF and $brk.b')).to.deep.equal(['$ABC', '$brk.b'])
  })

  it('counts entities in code points of the text it gives back', () => {
    const { text, urls, mentions } = toWireText({ text: '👾 & https://example.com @mira', salt: '1' })
    const shown = [...text]
    expect(urls.map(({ start, end }) => shown.slice(start, end).join(''))).to.deep.equal([urls[0]?.url])
    expect(urls[0]?.expanded_url).to.equal('https://example.com')
    expect(mentions.map(({ start, end }) => shown.slice(start, end).join(''))).to.deep.equal(['@mira'])
    expect(text.startsWith('👾 &amp; https://t.co/')).to.equal(true)
  })

  it('shortens only what is long', () => {
    expect(shorten('a'.repeat(280))).to.equal(undefined)
    const short = shorten('word '.repeat(100)) ?? ''
    expect(weightedLength(short)).to.be.at.most(280)
    expect(short).to.match(/word…$/)
  })
})
