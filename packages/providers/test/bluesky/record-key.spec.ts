import { expect } from 'chai'
import fc from 'fast-check'
import { keySeed, recordKey } from '../../src/bluesky/record-key.ts'

/** @see https://atproto.com/specs/tid (read 2026-11-20) */
const tid = /^[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}$/

const times = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2200, 0) })

describe('bluesky record keys', () => {
  it('are those of the specification', () => {
    expect(recordKey({ micros: 0, clock: 0 }, 0)).to.equal('2222222222222')
    expect(recordKey({ micros: 1_700_000_000_000_000, clock: 1023 }, 0)).to.match(tid)
  })

  it('sort by time, and within a thread by place', () => {
    fc.assert(
      fc.property(times, times, fc.uint8Array({ minLength: 4, maxLength: 4 }), (one, other, bytes) => {
        const keys = [one, other].map((time) =>
          recordKey(
            keySeed(new Date(time), () => bytes),
            0,
          ),
        )
        const seed = keySeed(new Date(one), () => bytes)
        const thread = Array.from({ length: 25 }, (_, index) => recordKey(seed, index))
        expect(keys.every((key) => tid.test(key))).to.equal(true)
        expect(Math.sign(one - other)).to.equal(String(keys[0]).localeCompare(String(keys[1]), 'en'))
        expect(thread).to.deep.equal([...new Set(thread)].sort())
      }),
    )
  })

  it('differ within a millisecond', () => {
    const at = new Date(0)
    const keys = [
      [0, 0, 0, 0],
      [0, 1, 0, 0],
      [0, 0, 0, 1],
    ].map((bytes) =>
      recordKey(
        keySeed(at, () => Uint8Array.from(bytes)),
        0,
      ),
    )
    expect(new Set(keys).size).to.equal(3)
  })
})
