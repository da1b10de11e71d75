import { setImmediate as turn } from 'node:timers/promises'
import { expect } from 'chai'
import type pg from 'pg'
import type { Named } from '../../src/connection/row-query.ts'
import { shareTakes } from '../../src/connection/shared-takes.ts'

const text = 'take limit 1'

describe('slots that take jobs', () => {
  let sent: Named[]
  let jobs: number[]
  let failure: Error | null
  let held: PromiseWithResolvers<void> | null

  beforeEach(() => {
    sent = []
    jobs = [1, 2, 3, 4, 5]
    failure = null
    held = null
  })

  const result = (rows: object[]): pg.QueryResult => ({ rows, fields: [], command: '', rowCount: rows.length, oid: 0 })
  const taking = { takingMany: (one: string, place: number) => one.replace('1', `$${place}`) }

  function takes() {
    return shareTakes(async (query) => {
      sent.push(query)
      await held?.promise
      if (failure) throw failure
      const count = query.text === text ? 1 : Number(query.values.at(-1))
      return result(jobs.splice(0, count).map((id) => ({ id })))
    }, taking)
  }

  it('in the same turn share a statement, and each gets a job of its own', async () => {
    jobs = [1, 2]
    const take = takes()
    const taken = await Promise.all([1, 2, 3].map(() => take({ text, values: ['pool'], name: 'get' })))
    expect(taken.map(({ rows }) => rows)).to.deep.equal([[{ id: 1 }], [{ id: 2 }], []])
    expect(sent).to.deep.equal([{ text: 'take limit $2', values: ['pool', 3], name: 'get*' }])
  })

  it('share no statement if their values differ', async () => {
    const take = takes()
    await Promise.all([take({ text, values: ['pool', ['a']] }), take({ text, values: ['pool', ['b']] })])
    expect(sent.map(({ values }) => values)).to.deep.equal([
      ['pool', ['a']],
      ['pool', ['b']],
    ])
  })

  it('wait for the statement in flight, but not until its end if it takes long', async () => {
    held = Promise.withResolvers()
    const take = takes()
    const first = take({ text, values: [] })
    await turn()
    const later = [take({ text, values: [] }), take({ text, values: [] })]
    await turn()
    expect(sent).to.have.length(1)
    held.resolve()
    const taken = await Promise.all([first, ...later])
    expect(taken.flatMap(({ rows }) => rows)).to.deep.equal([{ id: 1 }, { id: 2 }, { id: 3 }])
    expect(sent).to.have.length(2)

    held = Promise.withResolvers()
    const blocked = take({ text, values: [] })
    await turn()
    const another = take({ text, values: [] })
    while (sent.length < 4) await new Promise((done) => setTimeout(done, 5))
    held.resolve()
    expect((await Promise.all([blocked, another])).flatMap(({ rows }) => rows)).to.have.length(2)
  })

  it('all get the error of their statement, and take jobs afterwards', async () => {
    failure = new Error('no connection')
    const take = takes()
    const failed = await Promise.allSettled([take({ text, values: [] }), take({ text, values: [] })])
    expect(failed.map((one) => one.status === 'rejected' && one.reason)).to.deep.equal([failure, failure])
    failure = null
    expect((await take({ text, values: [] })).rows).to.deep.equal([{ id: 1 }])
  })
})
