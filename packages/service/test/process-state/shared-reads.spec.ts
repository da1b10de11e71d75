import { ServiceError } from '@carillon/errors'
import { expect } from 'chai'
import { createSharedReads } from '../../src/process-state/shared-reads.ts'

/** Reads that end when the test says so. */
function slowWork() {
  const started: { signal: AbortSignal; end: (result: string) => void; fail: (error: Error) => void }[] = []
  const work = (signal: AbortSignal) =>
    new Promise<string>((end, fail) => {
      started.push({ signal, end, fail })
    })
  return { started, work }
}

const never = new AbortController().signal

describe('shared reads', () => {
  const minute = 60_000

  it('are one read for all that want the same at the same time, and another for each other key', async () => {
    const reads = createSharedReads<string>()
    const { started, work } = slowWork()
    const same = Array.from({ length: 50 }, () => reads.read({ key: 'a', signal: never, deadlineMs: minute, work }))
    const other = reads.read({ key: 'b', signal: never, deadlineMs: minute, work })
    expect(started).to.have.length(2)
    started[0]?.end('A')
    started[1]?.end('B')
    expect(new Set(await Promise.all(same))).to.deep.equal(new Set(['A']))
    expect(await other).to.equal('B')
  })

  it('keep nothing: the next one reads again, after a success and after a failure', async () => {
    const reads = createSharedReads<string>()
    const { started, work } = slowWork()
    const read = () => reads.read({ key: 'a', signal: never, deadlineMs: minute, work })
    const first = read()
    started[0]?.end('first')
    expect(await first).to.equal('first')
    const second = read()
    started[1]?.fail(new Error('rejected'))
    expect(await second.catch((error: Error) => error.message)).to.equal('rejected')
    const third = read()
    started[2]?.end('third')
    expect(await third).to.equal('third')
  })

  it('fail for all that wait', async () => {
    const reads = createSharedReads<string>()
    const { started, work } = slowWork()
    const two = [1, 2].map(() => reads.read({ key: 'a', signal: never, deadlineMs: minute, work }))
    const failure = new ServiceError('rate_limited', 'Slowly.', { retryAfter: 9 })
    started[0]?.fail(failure)
    const ended = await Promise.allSettled(two)
    expect(ended.map((each) => each.status === 'rejected' && each.reason)).to.deep.equal([failure, failure])
  })

  it('go on when a reader leaves, and are aborted when the last one has left', async () => {
    const reads = createSharedReads<string>()
    const { started, work } = slowWork()
    const [one, two] = [new AbortController(), new AbortController()]
    const read = ({ signal }: AbortController) =>
      reads.read({ key: 'a', signal, deadlineMs: minute, work }).catch((error: unknown) => error)
    const [first, second] = [read(one), read(two)]
    one.abort()
    expect(await first).to.have.property('code', 'provider_error')
    expect(started[0]?.signal.aborted).to.equal(false)
    two.abort()
    expect(await second).to.have.property('code', 'provider_error')
    expect(started[0]?.signal.aborted).to.equal(true)
    const third = read(new AbortController())
    expect(started).to.have.length(2)
    started[1]?.end('fresh')
    expect(await third).to.equal('fresh')
  })

  it('end with their deadline, whether or not the work listens to it', async () => {
    const reads = createSharedReads<string>()
    const { started, work } = slowWork()
    const failure = await reads.read({ key: 'a', signal: never, deadlineMs: 10, work }).catch((error: unknown) => error)
    expect(failure).to.have.property('code', 'provider_error')
    expect(started[0]?.signal.aborted).to.equal(true)
  })

  it('do not begin for a reader that has left already', async () => {
    const reads = createSharedReads<string>()
    const { started, work } = slowWork()
    const read = (signal: AbortSignal) => reads.read({ key: 'a', signal, deadlineMs: minute, work })
    const failure = await read(AbortSignal.abort()).catch((error: unknown) => error)
    expect(failure).to.have.property('code', 'provider_error')
    expect(started).to.deep.equal([])
    const next = read(never)
    started[0]?.end('next')
    expect(await next).to.equal('next')
  })

  it('reject nothing that nobody waits for', async () => {
    const lost: unknown[] = []
    const note = (error: unknown) => void lost.push(error)
    const others = process.listeners('unhandledRejection')
    process.removeAllListeners('unhandledRejection').on('unhandledRejection', note)
    try {
      const reads = createSharedReads<string>()
      const { started, work } = slowWork()
      const leaving = new AbortController()
      const left = reads.read({ key: 'a', signal: leaving.signal, deadlineMs: minute, work }).catch(() => 'left')
      const gone = reads.read({ key: 'b', signal: AbortSignal.abort(), deadlineMs: minute, work }).catch(() => 'gone')
      leaving.abort()
      expect(await Promise.all([left, gone])).to.deep.equal(['left', 'gone'])
      for (const { fail } of started) fail(new Error('too late'))
      await new Promise((done) => setImmediate(() => setImmediate(done)))
      expect(lost).to.deep.equal([])
    } finally {
      process.removeAllListeners('unhandledRejection')
      for (const other of others) process.on('unhandledRejection', other)
    }
  })
})
