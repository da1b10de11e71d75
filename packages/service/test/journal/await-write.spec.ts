import { type AccountRow, type ExternalWriteRow, readExternalWrite } from '@carillon/database'
import { expect } from 'chai'
import type { Context } from '../../src/index.ts'
import { awaitWrite } from '../../src/journal/await-write.ts'
import { enqueueWrite, newWrite } from '../../src/journal/new-write.ts'
import { type Harness, startHarness } from '../harness.ts'
import { replyKind } from '../reply-kind.ts'
import { withPorts } from '../with-ports.ts'

const lost = () => new Error('Connection terminated unexpectedly')

describe('waiting for the outcome of a write', () => {
  let harness: Harness
  let account: AccountRow
  let id: string
  /** What happened, in this order: subscriptions with their maximum wait, waits, and their ends. */
  let steps: string[]
  /** What happens in each wait; its result is the payload of the notification. A wait beyond these fails. */
  let waits: (() => Promise<string>)[]
  let context: Context

  const kind = replyKind({
    settling: { seconds: 5, maxProbes: 1, probeIntervalSeconds: 5 },
    send: async () => 'reply',
    find: async () => ({ kind: 'absent' }),
  })

  before(async () => {
    harness = await startHarness({ registry: withPorts({ bluesky: {} }), kindOf: () => kind })
    account = await harness.connect({ platform: 'bluesky' })
  })
  after(() => harness.close())
  beforeEach(async () => {
    ;[steps, waits] = [[], []]
    const made = await newWrite(harness.context, { kind, account, grant: null, requestId: 'test', payload: {} })
    id = (await enqueueWrite(harness.context, made)).id
    context = {
      ...harness.context,
      writes: {
        changed(_id, ms) {
          steps.push(`${ms} ms`)
          return {
            wait() {
              steps.push('wait')
              return waits.shift()?.() ?? Promise.reject(new Error('one wait too many'))
            },
            stop: () => steps.push('stop'),
          }
        },
      },
    }
  })

  const row = async () => (await readExternalWrite(harness.context.db, id)) as ExternalWriteRow
  const first = () => {
    steps.push('first')
    return row()
  }
  const end = async () => {
    await harness.context.pool.query(`update external_write set status = 'failed' where id = $1`, [id])
    return ''
  }
  const nothing = async () => ''

  /** Waits for the write, by default for a minute, and returns its status. */
  async function wait({ ms = 60_000, signal = new AbortController().signal, of = context } = {}): Promise<string> {
    const row = await awaitWrite(of, id, { until: performance.now() + ms, signal, first })
    expect(row.id).to.equal(id)
    return row.status
  }

  it('subscribes before it reads, and reads again after each notification and each second', async () => {
    waits = [nothing, end]
    expect(await wait()).to.equal('failed')
    const round = ['1000 ms', 'wait', 'stop']
    expect(steps).to.deep.equal(['1000 ms', 'first', 'wait', 'stop', ...round, '1000 ms', 'stop'])
  })

  it('ends when the time is up', async () => {
    expect(await wait({ ms: 0 })).to.equal('processing')
    expect(steps).to.deep.equal(['0 ms', 'first', 'stop'])
  })

  it('ends when the signal aborts', async () => {
    const stop = new AbortController()
    waits = [
      async () => {
        stop.abort()
        return ''
      },
    ]
    expect(await wait({ signal: stop.signal })).to.equal('processing')
    expect(steps).to.deep.equal(['1000 ms', 'first', 'wait', 'stop', '1000 ms', 'stop'])
  })

  it('does not read a row that the notification has', async () => {
    const hint = async () => `${id}${JSON.stringify({ ...(await row()), status: 'unknown' })}`
    waits = [hint]
    expect(await wait()).to.equal('unknown')
    expect((await row()).status).to.equal('processing')
  })

  it('goes on while the database fails, or the row is not there', async () => {
    let isDown = true
    const db = new Proxy(harness.context.db, {
      get(target, name) {
        if (isDown) throw lost()
        return Reflect.get(target, name)
      },
    })
    const come = async () => {
      isDown = false
      return end()
    }
    waits = [nothing, nothing, come]
    expect(await wait({ of: { ...context, db } })).to.equal('failed')
  })

  it('keeps the row that was read before it was deleted', async () => {
    const stop = new AbortController()
    const remove = async () => {
      await harness.context.pool.query('delete from external_write where id = $1', [id])
      return ''
    }
    waits = [
      remove,
      async () => {
        stop.abort()
        return ''
      },
    ]
    expect(await wait({ signal: stop.signal })).to.equal('processing')
  })

  it('ends its subscription and fails if the write cannot be stored, or with an error that nobody foresaw', async () => {
    const failing = awaitWrite(context, id, {
      until: performance.now() + 60_000,
      signal: new AbortController().signal,
      first: () => Promise.reject(lost()),
    })
    expect(await failing.catch((error: Error) => error.message)).to.equal(lost().message)
    expect(steps).to.deep.equal(['1000 ms', 'stop'])
    const db = new Proxy(harness.context.db, {
      get() {
        throw new TypeError('not a function')
      },
    })
    waits = [nothing]
    expect(await wait({ of: { ...context, db } }).catch((error: Error) => error.message)).to.equal('not a function')
    expect(steps.at(-1)).to.equal('stop')
  })
})
