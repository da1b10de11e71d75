import { createLogger } from '@carillon/log'
import type { Drift } from '@carillon/providers'
import { expect } from 'chai'
import type { Context } from '../src/context.ts'
import { noteDrift } from '../src/network-calls/drift.ts'
import { createCounters } from '../src/process-state/counters.ts'

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

  /** The lines that the product's own logger writes for drifts, parsed. */
  function writtenFor(drifts: readonly Drift[]): Record<string, unknown>[] {
    let text = ''
    const destination = {
      write(line: string) {
        text += line
      },
    }
    const log = createLogger({ name: 'test', level: 'info', destination })
    for (const drift of drifts) noteDrift({ counters: createCounters(), log }, 'tiktok', drift)
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
  }

  it('is logged with the field and the new value', () => {
    const operation = 'posts.list'
    const drifts: Drift[] = [
      { kind: 'unknown_value', operation, field: 'data.comments[].status', value: 'EVERYONE' },
      { kind: 'unknown_value', operation, field: 'data[].account_status', value: '77' },
      { kind: 'wrong_type', operation, field: 'data[].whatsapp_business_api_data.id', value: 'list' },
      { kind: 'missing_field', operation, field: 'items[].snippet.topLevelComment.snippet.publishedAt' },
      { kind: 'unknown_error', operation, field: 'error', value: '400.98765.98' },
    ]
    const lines = writtenFor(drifts)
    expect(lines.map(({ kind, operation: of, field, value }) => ({ kind, of, field, value }))).to.deep.equal(
      drifts.map(({ kind, field, value }) => ({ kind, of: operation, field, value })),
    )
    expect(lines.filter((line) => 'dropped' in line)).to.deep.equal([])
  })

  it('is logged without a value that could be data of a user', () => {
    const [line] = writtenFor([
      { kind: 'unknown_value', operation: 'posts.list', field: 'status', value: '17841405822304914' },
    ])
    expect(line).to.include({ field: 'status', value: '[unfit]' })
  })
})
