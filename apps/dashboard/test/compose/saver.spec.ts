import { expect } from 'chai'
import { createSaver } from '../../app/pages/compose/draft/saver.ts'

describe('saving one after the other', () => {
  it('writes the first and the newest of those that follow', async () => {
    const written: number[] = []
    const first = Promise.withResolvers<void>()
    const save = createSaver(async (value: number) => {
      written.push(value)
      if (value === 1) await first.promise
    })
    const all = [1, 2, 3].map((value) => save(value))
    first.resolve()
    await Promise.all(all)
    expect(written).to.deep.equal([1, 3])
  })

  it('goes on after one that could not be written', async () => {
    const written: number[] = []
    const save = createSaver(async (value: number) => {
      if (value === 1) throw new Error('full')
      written.push(value)
    })
    const error = await save(1).catch(String)
    expect(error).to.equal('Error: full')
    await save(2)
    expect(written).to.deep.equal([2])
  })
})
