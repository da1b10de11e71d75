import { expect } from 'chai'
import { lengthOf } from '../../app/pages/compose/form/text-length.ts'

describe('the length of a text', () => {
  // A family of three, an accented letter in two code points, and a letter.
  const text = '👨‍👩‍👧e\u0301a'

  it('is counted in the unit of the network', () => {
    expect(lengthOf(text, 'graphemes')).to.equal(3)
    expect(lengthOf(text, 'codePoints')).to.equal(8)
    expect(lengthOf(text, 'utf16')).to.equal(11)
    expect(lengthOf(text, 'bytes')).to.equal(22)
  })
})
