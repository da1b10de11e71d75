import { assert } from 'chai'
import { createConcurrencyLimit } from '../../src/image/concurrency-limit.ts'

const total = { pixels: 100, bytes: 50, tasks: 3 }

/**
 * Acquires each cost at once, of the same customer unless it has its own, and notes who runs; `end` gives back the cost
 * of one and lets those that wait begin.
 */
function asking(costs: readonly { pixels: number; bytes: number; owner?: string }[], limit = total) {
  const acquire = createConcurrencyLimit(limit)
  const running = new Map<number, () => void>()
  for (const [index, cost] of costs.entries()) {
    void acquire({ owner: 'one', ...cost }).then((release) => running.set(index, release))
  }
  const now = async () => {
    for (let turn = 0; turn < 2; turn++) await new Promise((done) => setImmediate(done))
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

  it('lets a customer begin first of whom the least runs, and then customers in turn', async () => {
    const of = (owner: string) => ({ pixels: 1, bytes: 1, owner })
    const work = asking(['one', 'one', 'one', 'one', 'one', 'two', 'two', 'three'].map(of), { ...total, tasks: 2 })
    assert.deepEqual(await work.now(), [0, 1])
    assert.deepEqual(await work.end(0), [1, 5])
    assert.deepEqual(await work.end(1), [5, 7])
    assert.deepEqual(await work.end(5), [7, 2])
    assert.deepEqual(await work.end(7), [2, 6])
    assert.deepEqual(await work.end(2), [6, 3])
    assert.deepEqual(await work.end(6), [3, 4])
  })

  it('lets the next step for an image begin before another image of a customer of whom something runs', async () => {
    const acquire = createConcurrencyLimit({ ...total, tasks: 2 })
    const order: string[] = []
    const step = async (owner: string, name: string) => {
      const release = await acquire({ pixels: 1, bytes: 1, owner })
      order.push(name)
      await new Promise((done) => setImmediate(done))
      release()
    }
    const [running] = await Promise.all([
      acquire({ pixels: 1, bytes: 1, owner: 'one' }),
      step('one', 'image'),
      step('one', 'image after'),
      step('two', 'header').then(() => step('two', 'pixels')),
    ])
    running()
    assert.deepEqual(order, ['image', 'header', 'pixels', 'image after'])
  })

  it('keeps a place for a large image of another customer', async () => {
    const costs = [
      { pixels: 60, bytes: 1 },
      { pixels: 60, bytes: 1 },
      { pixels: 80, bytes: 1, owner: 'two' },
      { pixels: 10, bytes: 1, owner: 'three' },
    ]
    const work = asking(costs)
    assert.deepEqual(await work.now(), [0])
    assert.deepEqual(await work.end(0), [2, 3])
    assert.deepEqual(await work.end(3), [2])
    assert.deepEqual(await work.end(2), [1])
  })

  it('rejects work of a customer of whom too much waits, and none of others', async () => {
    const acquire = createConcurrencyLimit({ ...total, tasks: 1 })
    const run = async (owner: string) => (await acquire({ pixels: 1, bytes: 1, owner }))()
    const release = await acquire({ pixels: 1, bytes: 1, owner: 'one' })
    const waiting = Array.from({ length: 1_000 }, () => run('one'))
    const failure = await run('one').catch((error: unknown) => error)
    assert.propertyVal(failure, 'code', 'temporarily_unavailable')
    const other = run('two')
    release()
    await Promise.all([other, ...waiting])
    await run('one')
  })
})
