import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { watchMachine } from '../bench/machine.ts'
import { figureOf, interleave, meets, quantile, ratios } from '../bench/measure.ts'
import { rows } from '../bench/rows.ts'
import { missed, tableOf } from '../bench/table.ts'
import { videoHead } from '../bench/video.ts'

/** Runs a script of this folder's parent to its end. */
function run(script: string, ...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, '..', script), ...words], {
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

describe('the commands that measure and break a system', () => {
  it('print what they take with --help, and run nothing', () => {
    const bench = run('bench.ts', '--help')
    expect(bench).to.include({ status: 0, stderr: '' })
    for (const { id } of rows) expect(bench.stdout).to.include(`  ${id} `)
    const faults = run('faults.ts', '--help')
    expect(faults).to.include({ status: 0, stderr: '' })
    expect(faults.stdout).to.include('storm').and.to.include('--publishes 120')
  })

  it('reject a name of nothing that they can run', () => {
    const bench = run('bench.ts', 'nothing')
    expect(bench.status).to.equal(2)
    expect(bench.stderr).to.include('There is no row nothing.')
    const faults = run('faults.ts', '--only', 'storm,nothing')
    expect(faults.status).to.equal(2)
    expect(faults.stdout).to.include('There is no part nothing.')
  })
})

describe('the bench', () => {
  it('takes the middle of the rounds and tells the ends', () => {
    expect(figureOf([3, 1, 10])).to.deep.equal({ median: 3, low: 1, high: 10 })
    expect(figureOf([4, 1, 2, 3]).median).to.equal(2.5)
    expect(() => figureOf([])).to.throw()
  })

  it('finds the value below which a share lies', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)
    expect(quantile(hundred, 0.99)).to.equal(99)
    expect(quantile([7], 0.99)).to.equal(7)
  })

  it('runs subjects by turns, in an order that turns too, and leaves the first round out', async () => {
    const order: string[] = []
    const run = (name: string) => async () => order.push(name)
    const values = await interleave({ a: run('a'), b: run('b') }, { rounds: 2 })
    expect(order.join('')).to.equal('baabba')
    expect(values).to.deep.equal({ a: [3, 6], b: [4, 5] })
  })

  it('compares round with round', () => {
    expect(ratios([10, 30], [20, 10])).to.deep.equal([0.5, 3])
  })

  it('fails a row below its bar, above it, or without a figure', () => {
    const [low, high] = [figureOf([1]), figureOf([3])]
    expect(meets({ figure: 'a', unit: '×', atLeast: 2 }, low)).to.equal(false)
    expect(meets({ figure: 'a', unit: '×', atLeast: 2 }, high)).to.equal(true)
    expect(meets({ figure: 'a', unit: '×', atMost: 2 }, high)).to.equal(false)
    expect(meets({ figure: 'a', unit: '×', atMost: 2 }, undefined)).to.equal(false)
    expect(meets({ figure: 'a', unit: '×', atMost: 2 }, figureOf([Number.NaN]))).to.equal(false)
    const bars = [
      { figure: 'a', unit: '×', atLeast: 2 },
      { figure: 'b', unit: 'ms' },
    ]
    const quiet = { steal: 0, others: 0, load: 0.4 }
    const result = {
      row: { id: 'row', about: '', bars, run: async () => ({}) },
      measure: { a: low },
      machine: quiet,
    }
    expect(missed(result).map(({ figure }) => figure)).to.deep.equal(['a'])
    expect(tableOf([result]))
      .to.include('MISSED')
      .and.to.include('not measured')
  })

  it('says nothing of a time on a busy machine, good or bad, and holds counts and ratios of processor time to their bars', () => {
    const bars = [
      { figure: 'low', unit: '×', atLeast: 2 },
      { figure: 'high', unit: 'ms', atLeast: 2 },
      { figure: 'count', unit: '', atMost: 2 },
      { figure: 'processor time', unit: '×', atMost: 2, steady: true },
    ]
    const measure = { low: figureOf([1]), high: figureOf([3]), count: figureOf([3]), 'processor time': figureOf([1]) }
    const row = { id: 'row', about: '', bars, run: async () => ({}) }
    const quiet = { steal: 0, others: 0, load: 0.4 }
    for (const machine of [
      { ...quiet, steal: 0.06 },
      { ...quiet, others: 0.3 },
    ]) {
      const result = { row, measure, machine }
      expect(missed(result).map(({ figure }) => figure)).to.deep.equal(['count'])
      const verdicts = tableOf([result])
        .split('\n')
        .slice(2)
        .map((line) => line.split('|').at(-3)?.trim())
      expect(verdicts).to.deep.equal(['not measurable', 'not measurable', 'MISSED', 'ok'])
    }
    expect(missed({ row, measure, machine: quiet }).map(({ figure }) => figure)).to.deep.equal(['low', 'count'])
  })

  it('tells the time that others take from its own', async () => {
    const watch = watchMachine()
    const [began, before] = [performance.now(), process.cpuUsage()]
    while (performance.now() - began < 1_000);
    const { steal, others } = watch()
    const { user, system } = process.cpuUsage(before)
    const own = (user + system) / 1000 / (performance.now() - began) / availableParallelism()
    // Whatever else this machine does, the work of this process is not that of others. Both are counted in ticks of 10 ms.
    expect(others).to.be.within(0, 1 - own + 0.05)
    expect(steal).to.be.within(0, 1)
  })

  it('has rows of different names, each with a bar', () => {
    expect(new Set(rows.map(({ id }) => id)).size).to.equal(rows.length)
    for (const { id, bars } of rows) {
      expect(
        bars.some(({ atLeast, atMost }) => (atLeast ?? atMost) !== undefined),
        id,
      ).to.equal(true)
    }
  })

  it('begins videos so that their bytes can be encoded piece by piece', () => {
    for (const bytes of [3 * 1024 ** 2, 100 * 1024 ** 2]) expect(videoHead(bytes).length % 3).to.equal(0)
  })
})
