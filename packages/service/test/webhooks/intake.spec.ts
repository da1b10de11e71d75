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

  it('rejects events while more than 64 MiB wait, and takes them again once a group is stored', async () => {
    const { store, groups, texts, began } = startIntake()
    const rejected: [number, string][] = []
    const event = Buffer.alloc(3 * 1024 * 1024)
    for (let number = 1; number <= 27; number++) {
      store(event).catch(({ code }: ServiceError) => void rejected.push([number, code]))
    }
    // Of 27 events three are being stored in two groups, and 21 wait with 63 MiB.
    expect(texts().map(({ length }) => length)).to.deep.equal([1, 2])
    expect((await rejection(store(event))).code).to.equal('temporarily_unavailable')
    expect(rejected).to.deep.equal([25, 26, 27].map((number) => [number, 'temporarily_unavailable']))
    groups[0]?.resolve()
    await began(3)
    void store(event)
    expect(rejected).to.have.length(3)
    groups[2]?.resolve()
    await began(4)
  })
})
