import { assert } from 'chai'
import { createConcurrencyLimit } from '../../src/image/concurrency-limit.ts'

const total = { pixels: 100, bytes: 50, tasks: 3 }

/** Acquires each cost at once and notes who runs; `end` gives back the cost of one and lets those that wait begin. */
function asking(costs: readonly { pixels: number; bytes: number }[]) {
  const acquire = createConcurrencyLimit(total)
  const running = new Map<number, () => void>()
  for (const [index, cost] of costs.entries()) void acquire(cost).then((release) => running.set(index, release))
  const now = async () => {
    await new Promise((done) => setImmediate(done))
    return [...running.keys()]
  }
  return {
    now,
    end(index: number) {
      running.get(index)?.()
      running.delete(index)
      return now()
    },
  }
}

describe('the concurrency limit of image work', () => {
  it('lets work run side by side as long as pixels, bytes and tasks suffice', async () => {
    assert.deepEqual(await asking(Array.from({ length: 5 }, () => ({ pixels: 1, bytes: 1 }))).now(), [0, 1, 2])
    assert.deepEqual(await asking([60, 40, 1].map((pixels) => ({ pixels, bytes: 1 }))).now(), [0, 1])
    assert.deepEqual(await asking([30, 30].map((bytes) => ({ pixels: 1, bytes }))).now(), [0])
  })

  it('lets those that wait begin in their order, small ones not before large ones', async () => {
    const work = asking([60, 80, 10].map((pixels) => ({ pixels, bytes: 1 })))
    assert.deepEqual(await work.now(), [0])
    assert.deepEqual(await work.end(0), [1, 2])
  })

  it('runs work alone that costs more than there is', async () => {
    const work = asking([10, 500, 10].map((pixels) => ({ pixels, bytes: 1 })))
    assert.deepEqual(await work.now(), [0])
    assert.deepEqual(await work.end(0), [1])
    assert.deepEqual(await work.end(1), [2])
  })
})
