import { expect } from 'chai'
import { sharedScrape } from '../../src/index.ts'

describe('a scrape of the metrics', () => {
  let time = 0
  let begun: PromiseWithResolvers<string>[] = []
  const read = () => {
    const one = Promise.withResolvers<string>()
    begun.push(one)
    return one.promise
  }
  beforeEach(() => {
    time = 1_000_000
    begun = []
  })
  const start = () => sharedScrape(read, { now: () => new Date(time) })

  it('is computed once for all that ask meanwhile, and within a second after it began', async () => {
    const scrape = start()
    const [first, second] = [scrape(), scrape()]
    expect(begun).to.have.length(1)
    begun[0]?.resolve('one ü')
    expect(await first).to.equal(await second)
    time += 999
    expect(String(await scrape())).to.equal('one ü')
    expect(begun).to.have.length(1)
  })

  it('is computed again after a second, and after a clock was set back', async () => {
    const scrape = start()
    for (const step of [0, 1_000, -5_000]) {
      time += step
      const asked = scrape()
      begun.at(-1)?.resolve(String(step))
      expect(String(await asked)).to.equal(String(step))
    }
    expect(begun).to.have.length(3)
  })

  it('is waited for although it takes longer than a second, and not kept if it fails', async () => {
    const scrape = start()
    const both = [scrape()]
    time += 10_000
    both.push(scrape())
    expect(begun).to.have.length(1)
    begun[0]?.reject(new Error('no'))
    for (const { status } of await Promise.allSettled(both)) expect(status).to.equal('rejected')
    const again = scrape()
    begun[1]?.resolve('now')
    expect(String(await again)).to.equal('now')
  })
})
