import { expect } from 'chai'
import { foldText, linkedHost } from '../../app/pages/compose/preview/fold-text.ts'

const fold = { characters: 20, lines: 2, word: 'more' }

describe('a text in a preview', () => {
  it('is shown whole where it is short or nothing is hidden', () => {
    expect(foldText('Bread at seven', fold)).to.deep.equal({ shown: 'Bread at seven', isFolded: false })
    expect(foldText('b'.repeat(300), null).isFolded).to.equal(false)
  })

  it('ends between words, after the lines or characters that are shown', () => {
    expect(foldText('Bread at seven every morning', fold)).to.deep.equal({
      shown: 'Bread at seven',
      isFolded: true,
    })
    expect(foldText('One\nTwo\nThree', fold)).to.deep.equal({ shown: 'One\nTwo', isFolded: true })
    expect(foldText('🍞'.repeat(30), fold).shown).to.equal('🍞'.repeat(20))
  })

  it('has the host of its first link for a card', () => {
    expect(linkedHost('Order at https://www.bakery.example/bread, or call')).to.equal('bakery.example')
    expect(linkedHost('bakery.example')).to.equal(null)
  })
})
