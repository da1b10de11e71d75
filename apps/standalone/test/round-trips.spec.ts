import { expect } from 'chai'
import pg from 'pg'
import { startWhole, type Whole } from './whole.ts'

/** Statements that every connection of this process has sent since `listening` began. */
const sent: string[] = []
let listening = false

const { prototype } = pg.Client
const query = prototype.query as (...args: unknown[]) => unknown
prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const [statement] = args
  const text = typeof statement === 'object' && statement !== null && 'text' in statement ? statement.text : statement
  if (listening) sent.push(String(text))
  return query.apply(this, args)
} as typeof prototype.query

/** What a process asks of the database on its own account, however many publishes there are. */
const idle = [/^\s*with j as/, /^\s*with turn as/, /where not queued/, /pg_notify\('event'/, /worker_lease/, /^listen/i]

describe('the statements that a publish costs', () => {
  let whole: Whole

  before(async function () {
    this.timeout(600_000)
    whole = await startWhole({ networks: ['bluesky'] })
  })
  after(async () => {
    prototype.query = query as typeof prototype.query
    await whole.close()
  })

  it('are three of the gateway and five of the worker, and a hint of each that nobody waits for', async () => {
    const accountId = await whole.connect('bluesky', { as: 'ada.test', body: { handle: 'ada.test' } })
    const post = (text: string) => whole.call('POST', '/posts', { platform: 'bluesky', accountId, text })
    /** Publishes, and waits until the job has ended as well, which the response does not wait for. */
    const publish = async (text: string) => {
      sent.length = 0
      expect((await post(text)).status).to.equal(201)
      const jobEnded = () => sent.some((statement) => /delete from .*_private_jobs/s.test(statement))
      while (!jobEnded()) await new Promise(setImmediate)
      return sent.filter((text) => !idle.some((pattern) => pattern.test(text)))
    }
    listening = true
    await publish('the key and the statements are known afterwards')
    const all: string[][] = []
    for (const text of ['first', 'second', 'third', 'fourth', 'fifth']) all.push(await publish(text))
    listening = false
    // While a publish takes longer than a second, as on a busy machine, the gateway reads it again: the cheapest counts.
    const own = all.toSorted((left, right) => left.length - right.length)[0] ?? []
    const count = (pattern: RegExp) => own.filter((text) => pattern.test(text)).length
    expect(count(/^begin|^commit/i), 'transactions of several statements').to.equal(0)
    expect({
      reads: count(/^\s*select(?! pg_notify)/),
      hints: count(/^\s*select pg_notify/),
      journal: count(/^with (written|found|changed) as/),
      queue: count(/_private_jobs/),
      all: own.length,
    }).to.deep.equal({ reads: 3, hints: 2, journal: 4, queue: 1, all: 10 })
  })
})
