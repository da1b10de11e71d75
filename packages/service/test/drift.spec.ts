import { expect } from 'chai'
import type { Context } from '../src/context.ts'
import { createCounters } from '../src/counters.ts'
import { noteDrift } from '../src/drift.ts'

describe('drift of a network', () => {
  it('is counted by network and field, and logged the first, tenth and hundredth time', () => {
    const logged: unknown[] = []
    const counters = createCounters()
    const log = { warn: (fields: unknown) => void logged.push(fields) } as unknown as Context['log']
    const drift = { kind: 'unknown_value', field: 'status', operation: 'posts.list', value: 'new' } as const
    for (let times = 0; times < 120; times++) noteDrift({ counters, log }, 'tiktok', drift)
    noteDrift({ counters, log }, 'facebook', drift)
    expect(counters.read('drift')).to.deep.equal([
      { labels: ['tiktok', 'status'], count: 120 },
      { labels: ['facebook', 'status'], count: 1 },
    ])
    expect(logged).to.deep.equal([
      { network: 'tiktok', ...drift, count: 1 },
      { network: 'tiktok', ...drift, count: 10 },
      { network: 'tiktok', ...drift, count: 100 },
      { network: 'facebook', ...drift, count: 1 },
    ])
  })
})
