import { expect } from 'chai'
import { mergeHead } from '../app/data/merge-head.ts'

const merge = (head: string, list: string) => mergeHead([...head], [...list], (item) => item).join('')

describe('merging the beginning of a list that was read again', () => {
  it('puts new items before the known ones', () => expect(merge('xab', 'abcdef')).to.equal('xabcdef'))
  it('drops what the beginning no longer has', () => expect(merge('bc', 'abcdef')).to.equal('bcdef'))
  it('is empty when the beginning is', () => expect(merge('', 'abc')).to.equal(''))
  it('lists an item once that has come to the front', () => expect(merge('eab', 'abcdef')).to.equal('eabcdf'))
  it('keeps the list when everything at the beginning is new', () => expect(merge('xyz', 'abc')).to.equal('xyzabc'))
  it('takes the new version of an item', () => {
    const list = mergeHead(
      [{ id: 1, is: 'new' }],
      [
        { id: 1, is: 'old' },
        { id: 0, is: 'old' },
      ],
      ({ id }) => String(id),
    )
    expect(list).to.deep.equal([
      { id: 1, is: 'new' },
      { id: 0, is: 'old' },
    ])
  })
})
