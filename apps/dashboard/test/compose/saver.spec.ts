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

  it('tells who saves while a write fails of its own value, also if nobody waits for it any more', async () => {
    const first = Promise.withResolvers<void>()
    const save = createSaver(async (value: number) => {
      if (value === 1) await first.promise
      if (value > 1) throw new Error(`full at ${value}`)
    })
    const unhandled: unknown[] = []
    const note = (reason: unknown) => unhandled.push(reason)
    process.on('unhandledRejection', note)
    const results = [1, 2].map((value) => save(value).catch(String))
    first.reject(new Error('full at 1'))
    expect(await Promise.all(results)).to.deep.equal(['Error: full at 2', 'Error: full at 2'])
    await new Promise((resolve) => setTimeout(resolve, 10))
    process.off('unhandledRejection', note)
    expect(unhandled).to.deep.equal([])
  })

  it('does not report a failed write whose value a newer one has replaced', async () => {
    const first = Promise.withResolvers<void>()
    const written: number[] = []
    const save = createSaver(async (value: number) => {
      if (value === 1) await first.promise
      written.push(value)
    })
    const results = [1, 2].map((value) => save(value))
    first.reject(new Error('full'))
    await Promise.all(results)
    expect(written).to.deep.equal([2])
  })

  it('goes on after a write that throws at once', async () => {
    const written: number[] = []
    const save = createSaver((value: number) => {
      if (value === 1) throw new Error('full')
      written.push(value)
      return Promise.resolve()
    })
    expect(await save(1).catch(String)).to.equal('Error: full')
    await save(2)
    expect(written).to.deep.equal([2])
  })
})
