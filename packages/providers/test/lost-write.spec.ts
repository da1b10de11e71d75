import { glob, readFile } from 'node:fs/promises'
import { expect } from 'chai'
import { maxClockSkewMs } from '../src/lost-write.ts'

const sources = new URL('../src/', import.meta.url).pathname

/** The tolerances in a source text, each a product of numbers. */
function tolerancesIn(text: string): number[] {
  return [...text.matchAll(/\bclockSkewMs = ([\d_]+(?: \* [\d_]+)*)$/gm)].map(([, factors = '']) =>
    factors.split(' * ').reduce((product, factor) => product * Number(factor.replaceAll('_', '')), 1),
  )
}

describe("the tolerances between the networks' clocks and ours", () => {
  it('have a maximum, for which the posts of other writes are known', async () => {
    const tolerances: number[] = []
    for await (const file of glob('**/*.ts', { cwd: sources })) {
      tolerances.push(...tolerancesIn(await readFile(`${sources}${file}`, 'utf8')))
    }
    expect(tolerances).to.include(5_000)
    expect(Math.max(...tolerances)).to.equal(maxClockSkewMs)
  })
})
