import { expect } from 'chai'
import pg from 'pg'
import { startWhole, type Whole } from './whole.ts'

/** What a process asks of the database on its own account, however many publishes there are. */
const idle = [
  /^\s*with j as/,
  /^\s*with turn as/,
  /where not queued/,
  /worker_lease/,
  /^listen/i,
  // Deliveries of webhooks that are due or have ended, and the number of requests that a key may still make.
  /^\s*with recursive pending as/,
  /^insert into (?:organization_)?request_window/,
  // The timeline of the server, once for each new connection.
  /^\s*select server\.timeline/,
  // The settings of each new connection.
  /^begin[^;]*;.*join pg_settings/s,
  // The beginning of a group.
  /^select set_config\('lock_timeout'/,
]
const isHint = /^\s*select pg_notify/
/** Entries of the audit log and of the request log: the requests of a moment store theirs together. */
const isLog = /^\s*with (?:given as.* into audit_|"?quick"? as materialized .* json_to_recordset)/s
const raisesEvent = /^with changed as.*insert into event_outbox/s
const numbers = /^\s*with "?feed"? as/
const endsJob = /delete from .*_private_jobs/s
const opens = /^(?:begin|start transaction)[^;]*$/i
const ends = /^(?:commit|rollback)/i

/** Statements that every connection of this process has sent since `listening` began. */
const sent: string[] = []
let listening = false

/** The transactions of several statements that are open, by their connection. */
const open = new WeakMap<pg.Client, string[]>()

/** Notes a statement; those of a transaction together with its end, unless the transaction is idle work as a whole. */
function note(client: pg.Client, text: string): void {
  const isIdle = (one: string) => idle.some((pattern) => pattern.test(one))
  const transaction = opens.test(text) ? [] : open.get(client)
  if (transaction === undefined) {
    if (!isIdle(text)) sent.push(text)
    return
  }
  transaction.push(text)
  open.set(client, transaction)
  if (!ends.test(text)) return
  open.delete(client)
  const inner = transaction.slice(1, -1)
  if (inner.length === 0 || !inner.every(isIdle)) sent.push(...transaction)
}

interface Sent {
  text?: unknown
  values?: readonly unknown[]
}

/** Returns what is sent: one statement, or those of a group. */
function statementsOf(query: string | Sent | { statements: readonly Sent[] }): readonly Sent[] {
  if (typeof query === 'string') return [{ text: query }]
  return 'statements' in query ? query.statements : [query]
}

const { prototype } = pg.Client
const query = prototype.query as (...args: unknown[]) => unknown
prototype.query = function (this: pg.Client, ...args: unknown[]) {
  if (listening) {
    for (const { text, values } of statementsOf(args[0] as Sent)) {
      // The channels of a hint are its first value.
      note(this, isHint.test(String(text)) ? `${text}\n${JSON.stringify(values?.[0])}` : String(text))
    }
  }
  return query.apply(this, args)
} as typeof prototype.query

/** The channels of the hints among statements. */
function hintsOf(statements: readonly string[]): string[] {
  return statements
    .filter((text) => isHint.test(text))
    .flatMap((text) => JSON.parse(text.slice(text.lastIndexOf('\n'))))
}

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

  it('are two of the gateway and five of the worker, and one that numbers the event; nobody waits for hints', async () => {
    const accountId = await whole.connect('bluesky', { as: 'ada.test', body: { handle: 'ada.test' } })
    const post = (text: string) => whole.call('POST', '/posts', { platform: 'bluesky', accountId, text })
    /** Publishes, and waits until the job has ended and the event is in the feed, which the response does not wait for. */
    const publish = async (text: string) => {
      sent.length = 0
      expect((await post(text)).status).to.equal(201)
      // A hint of the publish before may arrive late: what counts is the event of this one, numbered and then told.
      const isTold = () => {
        const ended = sent.findIndex((statement) => raisesEvent.test(statement))
        const numbered = sent.findIndex((statement, index) => ended !== -1 && index > ended && numbers.test(statement))
        return numbered !== -1 && hintsOf(sent.slice(numbered)).includes('event')
      }
      while (!sent.some((statement) => endsJob.test(statement)) || !isTold()) await new Promise(setImmediate)
      return [...sent]
    }
    listening = true
    await publish('the key and the statements are known afterwards')
    const all: string[][] = []
    for (const text of ['first', 'second', 'third', 'fourth', 'fifth']) all.push(await publish(text))
    listening = false
    // While a publish takes longer than a second, as on a busy machine, the gateway reads it again: the cheapest counts.
    const own = all.toSorted((left, right) => left.length - right.length)[0] ?? []
    const others = own.filter((text) => !isHint.test(text) && !isLog.test(text))
    const count = (pattern: RegExp) => others.filter((text) => pattern.test(text)).length
    expect(count(/^begin|^start transaction|^commit/i), 'transactions of several statements').to.equal(0)
    expect(count(raisesEvent), 'changes that raise an event').to.equal(1)
    // The hints of one moment share a statement.
    expect(hintsOf(own)).to.have.members(['jobs:insert', 'external_write', 'event'])
    const texts = others.map((text) => text.replaceAll(/\s+/g, ' ').slice(0, 200)).join('\n')
    expect(
      {
        reads: count(/^\s*select/),
        journal: count(/^with (written|found|changed) as/),
        numbering: count(numbers),
        queue: count(/_private_jobs/),
        all: others.length,
      },
      texts,
    ).to.deep.equal({ reads: 3, journal: 3, numbering: 1, queue: 1, all: 8 })
  })
})
