import { setImmediate } from 'node:timers/promises'
import { expect } from 'chai'
import type { Db } from '../src/index.ts'
import { type GatherOptions, gather } from '../src/statements/gather.ts'

// The database is never asked here: what is read comes from a list.
const db = {} as Db

describe('calls that share a query', () => {
  function reader(options?: GatherOptions) {
    const queries: { keys: readonly string[]; end(rows?: Map<string, string>): void; fail(error: Error): void }[] = []
    const began = Promise.withResolvers<void>()
    const find = gather<string, string>(
      (key) => key,
      (_db, keys) => {
        const { promise, resolve, reject } = Promise.withResolvers<Map<string, string>>()
        const all = new Map(keys.map((key) => [key, `row of ${key}`]))
        queries.push({ keys, end: (rows = all) => resolve(rows), fail: reject })
        began.resolve()
        return promise
      },
      options,
    )
    return { queries, find: (key: string) => find(db, key), began: began.promise }
  }

  it('are those of one turn, each key once', async () => {
    const { queries, find, began } = reader()
    const found = Promise.all(['a', 'b', 'a'].map(find))
    await began
    queries[0]?.end()
    expect(await found).to.deep.equal(['row of a', 'row of b', 'row of a'])
    expect(queries.map(({ keys }) => keys)).to.deep.equal([['a', 'b']])
  })

  it('are served by a query that began after they were requested', async () => {
    const { queries, find, began } = reader()
    const first = find('a')
    await began
    const second = find('a')
    queries[0]?.end(new Map([['a', 'old']]))
    expect(await first).to.equal('old')
    while (queries.length < 2) await setImmediate()
    queries[1]?.end(new Map([['a', 'new']]))
    expect(await second).to.equal('new')
  })

  it('find nothing under a key that has no row', async () => {
    const { queries, find, began } = reader()
    const found = find('a')
    await began
    queries[0]?.end(new Map())
    expect(await found).to.equal(undefined)
  })

  it('are at most 200 keys a query', async () => {
    const { queries, find, began } = reader()
    const found = Promise.all(Array.from({ length: 201 }, (_, at) => find(String(at))))
    await began
    while (queries.length < 2) await setImmediate()
    for (const query of queries) query.end()
    await found
    expect(queries.map(({ keys }) => keys.length)).to.deep.equal([200, 1])
  })

  it('fail together, and the next ones begin another query', async () => {
    const { queries, find, began } = reader()
    const failed = Promise.allSettled([find('a'), find('b')])
    await began
    queries[0]?.fail(new Error('no connection'))
    expect((await failed).map(({ status }) => status)).to.deep.equal(['rejected', 'rejected'])
    const again = find('a')
    while (queries.length < 2) await setImmediate()
    queries[1]?.end()
    expect(await again).to.equal('row of a')
  })

  it('find nothing beyond the maximum where more are dropped, and those of the query all the same', async () => {
    const { queries, find, began } = reader({ maxKeys: 2, dropsMore: true })
    const found = Promise.all(['a', 'b', 'c', 'a'].map(find))
    await began
    queries[0]?.end()
    expect(await found).to.deep.equal(['row of a', 'row of b', undefined, 'row of a'])
    expect(queries.map(({ keys }) => keys)).to.deep.equal([['a', 'b']])
  })

  it('never share a key where each call counts', async () => {
    const { queries, find, began } = reader({ eachCounts: true })
    const found = Promise.all(['a', 'b', 'a', 'c'].map(find))
    await began
    while (queries.length < 2) await setImmediate()
    queries[0]?.end(new Map([['a', 'first']]))
    queries[1]?.end(new Map([['a', 'second']]))
    expect(await found).to.deep.equal(['first', undefined, 'second', undefined])
    expect(queries.map(({ keys }) => keys)).to.deep.equal([
      ['a', 'b'],
      ['a', 'c'],
    ])
  })
})
