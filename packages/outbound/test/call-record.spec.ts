import { inRequest } from '@carillon/log'
import { expect } from 'chai'
import { type CallRecord, writeRecord } from '../src/call-record.ts'

const record: CallRecord = { network: 'example', operation: 'read', host: 'example.test', attempts: 1, durationMs: 3 }

/** How the lines of calls are written. */
function written(...calls: [method: string, more: Partial<CallRecord>][]): string[] {
  const ways: string[] = []
  const way = (name: string) => () => void ways.push(name)
  const log = { warn: way('warn'), info: way('info'), infoSoon: way('infoSoon') }
  for (const [method, more] of calls) writeRecord(log, method, { ...record, ...more })
  return ways
}

describe('the line of a call', () => {
  it('waits for others if the call only read and got a response', () => {
    expect(written(['GET', { status: 200 }], ['HEAD', { status: 404 }])).to.deep.equal(['infoSoon', 'infoSoon'])
  })

  it('is written at once if the call could have changed something', () => {
    expect(written(['POST', { status: 200 }], ['DELETE', { status: 500 }])).to.deep.equal(['info', 'info'])
  })

  it('names the request for which the call was made, if there is one', () => {
    const lines: object[] = []
    const keep = (fields: object) => void lines.push(fields)
    const log = { warn: keep, info: keep, infoSoon: keep }
    inRequest('r-1', () => writeRecord(log, 'POST', { ...record, status: 403 }))
    writeRecord(log, 'POST', { ...record, status: 403 })
    expect(lines).to.deep.equal([
      { requestId: 'r-1', ...record, status: 403 },
      { ...record, status: 403 },
    ])
  })

  it('is a warning at once if no response came', () => {
    expect(written(['GET', { kind: 'timeout', sent: true }], ['POST', { kind: 'network', sent: false }])).to.deep.equal(
      ['warn', 'warn'],
    )
  })
})
