import { randomUUID } from 'node:crypto'
import type { AuditRow } from '@carillon/database'
import { expect } from 'chai'
import { type ChainedEntry, chainedEntryOf, closeRows, hashOfEntry, originHash } from '../../src/audit/chain.ts'
import { newAuditEntry } from '../../src/audit/new-entry.ts'
import { endsOf } from '../../src/audit/read-chain.ts'
import { type ChainEnds, verifyChain } from '../../src/audit/verify-chain.ts'

const organizationId = randomUUID()
const begun = Date.parse('2026-11-20T09:00:00.000Z')
const minute = 60_000

const rowAt = (at: number, action = 'keys.create'): AuditRow =>
  newAuditEntry({ organizationId, at: new Date(at), action, actorType: 'key', actorId: randomUUID(), status: 201 })

/** A chain of entries that were made and closed a minute after one another. */
function chainOf(count: number): { entries: ChainedEntry[]; ends: ChainEnds } {
  let chains: Parameters<typeof closeRows>[1] = []
  const entries: ChainedEntry[] = []
  for (let place = 0; place < count; place++) {
    const closed = closeRows([rowAt(begun + place * minute)], chains, new Date(begun + (place + 1) * minute))
    chains = closed.chains
    entries.push(...closed.entries.map(chainedEntryOf))
  }
  const [chain] = chains
  if (chain === undefined) throw new Error('no chain')
  return { entries, ends: endsOf(chain) }
}

function broken(entries: readonly ChainedEntry[], ends: ChainEnds) {
  const verifier = verifyChain(ends)
  for (const entry of entries) verifier.add(entry)
  return verifier.end()
}

/** A generator of numbers from a seed, so that a failure can be repeated. */
function drawn(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const at = (entries: readonly ChainedEntry[], place: number): ChainedEntry => {
  const entry = entries[place]
  if (entry === undefined) throw new Error(`no entry ${place}`)
  return entry
}

const rehashed = (entry: ChainedEntry): ChainedEntry => ({ ...entry, hash: hashOfEntry(entry) })
const inOrder = (entries: readonly ChainedEntry[]) => entries.toSorted((a, b) => a.number - b.number)

/** Changes of one field of an entry. */
const edits: readonly ((entry: ChainedEntry['entry']) => Partial<ChainedEntry['entry']>)[] = [
  () => ({ id: randomUUID() }),
  ({ at }) => ({ at: new Date(Date.parse(at) + 1).toISOString() }),
  ({ action }) => ({ action: `${action}x` }),
  ({ actor }) => ({ actor: { ...actor, type: 'operator' } }),
  ({ actor }) => ({ actor: { ...actor, id: randomUUID() } }),
  ({ actor }) => ({ actor: { ...actor, name: 'Somebody else' } }),
  () => ({ profileId: randomUUID() }),
  () => ({ targets: [{ type: 'key', id: randomUUID() }] }),
  () => ({ requestId: 'another' }),
  () => ({ ip: '203.0.113.9' }),
  () => ({ userAgent: 'curl/8' }),
  ({ outcome }) => ({ outcome: { ...outcome, status: 403 } }),
  ({ outcome }) => ({ outcome: { ...outcome, code: 'insufficient_scope' } }),
]

interface Tampered {
  entries: ChainedEntry[]
  /** Ids of which verification has to name one. */
  named: string[]
}

type Tampering = (entries: ChainedEntry[], draw: (below: number) => number) => Tampered

const edited = (isRehashed: boolean): Tampering => {
  return (entries, draw) => {
    const place = draw(entries.length)
    const before = at(entries, place)
    const edit = edits[draw(edits.length)] ?? (() => ({}))
    const after = { ...before, entry: { ...before.entry, ...edit(before.entry) } }
    return {
      entries: entries.with(place, isRehashed ? rehashed(after) : after),
      named: [before.entry.id, after.entry.id],
    }
  }
}

const tamperings: Readonly<Record<string, Tampering>> = {
  'an entry is changed': edited(false),
  'an entry and its hash are changed': edited(true),
  'an entry is removed': (entries, draw) => {
    const place = draw(entries.length)
    return { entries: entries.toSpliced(place, 1), named: [at(entries, place).entry.id] }
  },
  'an entry is inserted with the number of another': (entries, draw) => {
    const place = draw(entries.length)
    const other = at(entries, place)
    const forged = rehashed({ ...other, entry: { ...other.entry, id: randomUUID(), action: 'keys.delete' } })
    const around = draw(2) === 0 ? [forged, other] : [other, forged]
    return { entries: entries.toSpliced(place, 1, ...around), named: [forged.entry.id] }
  },
  'an entry is added at the end': (entries) => {
    const last = at(entries, entries.length - 1)
    const forged = { ...last, number: last.number + 1, previousId: last.entry.id, previousHash: last.hash }
    const added = rehashed({ ...forged, entry: { ...last.entry, id: randomUUID() } })
    return { entries: [...entries, added], named: [added.entry.id] }
  },
  'an entry is added before the first': (entries) => {
    const added = rehashed({ ...at(entries, 0), number: 0, entry: { ...at(entries, 0).entry, id: randomUUID() } })
    return { entries: [added, ...entries], named: [added.entry.id] }
  },
  'two entries exchange their places': (entries, draw) => {
    const place = draw(entries.length)
    const other = (place + 1 + draw(entries.length - 1)) % entries.length
    const [a, b] = [at(entries, place), at(entries, other)]
    const swapped = entries.with(place, { ...a, number: b.number }).with(other, { ...b, number: a.number })
    return { entries: inOrder(swapped), named: [a.entry.id, b.entry.id] }
  },
  'the lines of a file are in another order': (entries, draw) => {
    const place = draw(entries.length - 1)
    const [a, b] = [at(entries, place), at(entries, place + 1)]
    return { entries: entries.with(place, b).with(place + 1, a), named: [a.entry.id, b.entry.id] }
  },
}

describe('the chain of the audit log', () => {
  it('is whole as it was closed', () => {
    const { entries, ends } = chainOf(120)
    expect(broken(entries, ends)).to.equal(null)
    expect(at(entries, 0).previousHash).to.equal(originHash.toString('hex'))
    for (const head of [at(entries, 40).hash, ends.lastHash]) expect(broken(entries, { ...ends, head })).to.equal(null)
  })

  it('hashes an entry as the documentation says', () => {
    const entry: ChainedEntry = {
      ...{ number: 1, organizationId: '0199d1b2-0000-7000-8000-000000000001', closedAt: '2026-11-20T09:31:00.000Z' },
      ...{ previousId: null, previousHash: '00'.repeat(32), hash: '' },
      entry: {
        ...{ id: '0199d1c4-2f6a-7d31-9b57-4c8e1a0d2b63', at: '2026-11-20T09:30:00.000Z', action: 'keys.create' },
        ...{ actor: { type: 'key', id: 'k', name: 'Bäckerei' }, profileId: null, targets: [{ type: 'key', id: 'n' }] },
        ...{ requestId: 'r', ip: '203.0.113.7', userAgent: null, outcome: { status: 201, code: null } },
      },
    }
    // printf of 32 zero bytes and the JSON, through sha256sum.
    expect(hashOfEntry(entry)).to.equal('00c98e0184ca2e9b160bc6ef01aaaa41e3ab1527c085daab89a1056ffb357ce4')
  })

  for (const [what, tamper] of Object.entries(tamperings)) {
    it(`names the entry: ${what}`, () => {
      const { entries, ends } = chainOf(40)
      for (let seed = 1; seed <= 150; seed++) {
        const tampered = tamper(entries, drawn(seed))
        const found = broken(tampered.entries, ends)
        expect(found, `seed ${seed}`).not.to.equal(null)
        expect(tampered.named, `seed ${seed}: ${found?.reason}`).to.include(found?.entryId)
      }
    })
  }

  it('finds a cut tail by a head that was known before, although the end of the chain was adapted', () => {
    const { entries, ends } = chainOf(30)
    const head = ends.lastHash
    for (let kept = 1; kept < 30; kept++) {
      const last = at(entries, kept - 1)
      const adapted = { ...ends, lastNumber: kept, lastId: last.entry.id, lastHash: last.hash }
      expect(broken(entries.slice(0, kept), adapted), 'without the head').to.equal(null)
      expect(broken(entries.slice(0, kept), { ...adapted, head })?.entryId).to.equal(last.entry.id)
    }
  })

  it('finds a chain that was hashed again from a changed entry on, by a head that was known before', () => {
    const { entries, ends } = chainOf(20)
    let previousHash = at(entries, 4).hash
    const forged = entries.slice(5).map((entry) => {
      const again = rehashed({ ...entry, previousHash, entry: { ...entry.entry, ip: '203.0.113.9' } })
      previousHash = again.hash
      return again
    })
    const adapted = { ...ends, lastHash: previousHash }
    expect(broken([...entries.slice(0, 5), ...forged], adapted)).to.equal(null)
    expect(broken([...entries.slice(0, 5), ...forged], { ...adapted, head: ends.lastHash })?.reason).to.match(/head/)
  })

  it('names an entry that was closed in its turn, but with a time long before', () => {
    const { entries, ends } = chainOf(300)
    const last = { lastId: ends.lastId, lastHash: Buffer.from(ends.lastHash, 'hex'), lastNumber: 300 }
    const first = { firstNumber: 1, firstPreviousId: null, firstPreviousHash: originHash, purgedBefore: null }
    const closings = { lastClosedAt: new Date(begun + 300 * minute) }
    const closeAt = (time: number) => {
      const row = rowAt(time)
      const chain = { organizationId, ...first, ...last, ...closings }
      const closed = closeRows([row], [chain], new Date(begun + 301 * minute))
      const [ended] = closed.chains
      if (ended === undefined) throw new Error('no chain')
      return { row, found: broken([...entries, ...closed.entries.map(chainedEntryOf)], endsOf(ended)) }
    }
    const { row, found } = closeAt(begun + 30 * minute)
    expect(found?.entryId).to.equal(row.id)
    expect(found?.reason).to.match(/added later/)
    // A request may take as long as its body does.
    expect(closeAt(begun + 255 * minute).found).to.equal(null)
  })

  it('begins after the entries that were purged', () => {
    const { entries, ends } = chainOf(20)
    const last = at(entries, 7)
    const first = { firstNumber: 9, firstPreviousId: last.entry.id, firstPreviousHash: last.hash }
    expect(broken(entries.slice(8), { ...ends, ...first })).to.equal(null)
    expect(broken(entries.slice(9), { ...ends, ...first })?.entryId).to.equal(at(entries, 8).entry.id)
  })
})
