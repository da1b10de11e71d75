import { Turns } from '@carillon/database'
import { expect } from 'chai'
import fc from 'fast-check'
import { boundedPage, type ListReader } from '../../src/bounded-page.ts'
import type { Context } from '../../src/context.ts'

const maxCharacters = 1_000_000

describe('a page of rows that can have very long texts', () => {
  const context = { state: { lists: new Turns() } } as unknown as Context
  const reader = {
    grant: { scope: { organizationId: 'o', profileId: null } },
    signal: new AbortController().signal,
  } as unknown as ListReader

  /** Reads the first page of a list of texts with these lengths, and returns how many rows each read was to return. */
  async function read(lengths: readonly number[], max: number) {
    const rows = lengths.map((length, index) => ({ length, index }))
    const reads: number[] = []
    const { page, hasMore } = await boundedPage<{ length: number; index: number }>(context, reader, {
      max,
      async read(last, count) {
        reads.push(count)
        const from = last === undefined ? 0 : last.index + 1
        return rows.slice(from, from + count)
      },
      charactersOf: ({ length }) => length,
    })
    return { indexes: page.map(({ index }) => index), hasMore, reads }
  }

  it('takes two reads if the texts are short, and none of them reads far more than the page if they are long', async () => {
    expect((await read(new Array(200).fill(300), 50)).reads).to.deep.equal([11, 41])
    expect((await read(new Array(200).fill(0), 50)).reads).to.deep.equal([11, 41])
    const { reads, indexes } = await read(new Array(200).fill(60_000), 200)
    expect(indexes).to.have.length(16)
    expect(reads).to.deep.equal([11, 7, 2])
  })

  it('has the first rows that fit, at least one, and says whether others follow', async () => {
    const lengths = fc.array(fc.oneof(fc.nat(2_000), fc.nat(1_200_000)), { maxLength: 120 })
    await fc.assert(
      fc.asyncProperty(lengths, fc.integer({ min: 1, max: 200 }), async (texts, max) => {
        const { indexes, hasMore } = await read(texts, max)
        let characters = 0
        const fits = texts.slice(0, max).findIndex((length, index) => {
          characters += length
          return index > 0 && characters > maxCharacters
        })
        const count = fits < 0 ? Math.min(max, texts.length) : fits
        expect(indexes).to.deep.equal([...texts.keys()].slice(0, count))
        expect(hasMore).to.equal(count < texts.length)
      }),
    )
  })
})
