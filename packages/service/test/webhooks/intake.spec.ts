import { ServiceError } from '@carillon/errors'
import { expect } from 'chai'
import { groupingIntake } from '../../src/process-state/webhook-intake.ts'
import { rejection } from '../ask.ts'

interface Group {
  texts: string[]
  resolve(): void
  reject(error: Error): void
}

/** An intake whose groups are stored when the test says so. */
function startIntake() {
  const groups: Group[] = []
  let noted = Promise.withResolvers<void>()
  const intake = groupingIntake((events) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    groups.push({ texts: events.map(({ body }) => String(body)), resolve, reject })
    noted.resolve()
    return promise
  })
  return {
    groups,
    texts: () => groups.map(({ texts }) => texts),
    store: (body: string | Buffer) => intake.store({ platform: 'whatsapp', body: Buffer.from(body) }),
    /** Resolves once there are so many groups. */
    async began(count: number): Promise<void> {
      while (groups.length < count) {
        noted = Promise.withResolvers()
        await noted.promise
      }
    },
  }
}

describe('the intake of webhooks', () => {
  it('stores what arrives meanwhile as one group, once the group before it is stored', async () => {
    const { store, groups, texts, began } = startIntake()
    const stored = ['a', 'b', 'c'].map(store)
    expect(texts()).to.deep.equal([['a']])
    groups[0]?.resolve()
    await stored[0]
    await began(2)
    expect(texts()).to.deep.equal([['a'], ['b', 'c']])
    groups[1]?.resolve()
    await Promise.all(stored)
  })

  it('stores a full group beside another one, and no third', async () => {
    const { store, texts } = startIntake()
    void store('first')
    for (let number = 0; number < 450; number++) void store(String(number))
    expect(texts().map(({ length }) => length)).to.deep.equal([1, 200])
  })

  it('takes a group as full by its bytes, too', async () => {
    const { store, texts } = startIntake()
    for (let number = 0; number < 4; number++) void store(Buffer.alloc(3 * 1024 * 1024))
    expect(texts().map(({ length }) => length)).to.deep.equal([1, 2])
  })

  it('does not let events wait behind a group whose connection hangs', async () => {
    const { store, groups, texts, began } = startIntake()
    void store('hangs')
    const next = store('next')
    await began(2)
    expect(texts()).to.deep.equal([['hangs'], ['next']])
    groups[1]?.resolve()
    await next
  })

  it('rejects every event of a group that is not stored, and goes on', async () => {
    const { store, groups, began } = startIntake()
    const [first, second] = [store('a'), store('b')]
    groups[0]?.reject(new ServiceError('temporarily_unavailable', 'The store is gone.'))
    expect((await rejection(first)).message).to.equal('The store is gone.')
    await began(2)
    groups[1]?.resolve()
    await second
  })

  it('rejects events while too many bytes wait', async () => {
    const { store } = startIntake()
    const rejections: ServiceError[] = []
    for (let number = 0; number < 27; number++) {
      void store(Buffer.alloc(3 * 1024 * 1024)).catch((error: unknown) => {
        if (error instanceof ServiceError) rejections.push(error)
      })
    }
    await new Promise((next) => setImmediate(next))
    expect(new Set(rejections.map(({ code }) => code))).to.deep.equal(new Set(['temporarily_unavailable']))
  })
})
