import { expect } from 'chai'
import fc from 'fast-check'
import { type MessageSlice, sliceKeys } from '../../../src/process-state/pages/message-slices.ts'

const sliceOf = (keys: readonly string[]): MessageSlice => ({ keys, json: Buffer.from(''), accounts: new Set() })
const keysFrom = (first: number, count: number) => Array.from({ length: count }, (_, index) => `key-${first + index} 1`)

/** The slices of a list, all of them rendered. */
const rendered = (keys: readonly string[], earlier: readonly MessageSlice[] = []): MessageSlice[] =>
  sliceKeys(keys, earlier).map((slice) => ('json' in slice ? slice : sliceOf(slice)))

/** How many messages have to be rendered. */
const toRender = (keys: readonly string[], earlier: readonly MessageSlice[]): number =>
  sliceKeys(keys, earlier).reduce((sum, slice) => sum + ('json' in slice ? 0 : slice.length), 0)

describe('the slices of a list of messages', () => {
  const keys = keysFrom(0, 10_000)
  const slices = rendered(keys)

  it('are rendered again only where a message changed, was added or was removed', () => {
    const changed = keys.map((key, index) => (index === 5_100 ? 'key-5100 2' : key))
    expect(toRender(keys, slices)).to.equal(0)
    expect(toRender(changed, slices)).to.be.at.most(500)
    expect(toRender([...keys.slice(1), 'key-10000 1'], slices)).to.be.at.most(1_000)
    expect(toRender([...keys.slice(0, 42), ...keys.slice(43)], slices)).to.be.at.most(500)
  })

  it('do not become many small ones when messages are added one by one', () => {
    let list = keysFrom(0, 100)
    let known = rendered(list)
    for (let number = 100; number < 1_100; number++) {
      list = [...list, `key-${number} 1`]
      expect(toRender(list, known)).to.be.at.most(500)
      known = rendered(list, known)
    }
    expect(known.length).to.be.at.most(5)
  })

  it('hold every message of the list in its order, whatever the earlier list was', () => {
    const list = fc.uniqueArray(fc.nat(3_000), { maxLength: 1_500 }).map((ids) => ids.map((id) => `key-${id} 1`))
    fc.assert(
      fc.property(list, list, (before, after) => {
        expect(rendered(after, rendered(before)).flatMap((slice) => slice.keys)).to.deep.equal(after)
      }),
      { numRuns: 50 },
    )
  })
})
