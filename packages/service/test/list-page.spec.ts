import { randomUUIDv7 } from 'node:crypto'
import { insertProfile } from '@carillon/database'
import { expect } from 'chai'
import { ask, bodyOf, rejection } from './ask.ts'
import { type Harness, startHarness } from './harness.ts'

interface Page {
  profiles?: Record<string, string>[]
  accounts?: Record<string, string>[]
  nextCursor: string | null
}

describe('lists in pages', () => {
  let harness: Harness
  before(async () => {
    harness = await startHarness()
    for (let n = 0; n < 7; n++) {
      await insertProfile(harness.context.db, {
        id: randomUUIDv7(),
        organizationId: harness.organizationId,
        name: `Profile ${n}`,
        externalId: null,
        metadata: null,
        // Several of the same moment.
        createdAt: new Date(Date.UTC(2999, 0, 1, 0, 0, Math.floor(n / 3))),
      })
      await harness.connect({ platform: n % 2 === 0 ? 'x' : 'bluesky' })
    }
    await harness.context.pool.query(
      "update account set status = 'expired' where platform = 'x' and connected_at = (select min(connected_at) from account)",
    )
  })
  after(() => harness.close())

  const scope = () => ({ organizationId: harness.organizationId, profileId: null })
  const numbers = (query: object) => query as Record<string, string>
  const profiles = async (query: object = {}) =>
    bodyOf(await ask(harness.context, 'profiles.list', { scope: scope(), query: numbers(query) }))
  const accounts = async (query: object = {}) =>
    bodyOf(
      await ask(harness.context, 'accounts.list', {
        scope: scope(),
        named: { profileId: harness.profileId },
        query: numbers(query),
      }),
    )
  const accountsOfProfile = async (query: object = {}) =>
    bodyOf(
      await ask(harness.context, 'accounts.listOfProfile', {
        scope: scope(),
        params: { profileId: harness.profileId },
        query: numbers(query),
      }),
    )

  for (const [name, list, field, key] of [
    ['profiles', profiles, 'profiles', 'id'],
    ['accounts', accounts, 'accounts', 'accountId'],
    ['accounts of a profile', accountsOfProfile, 'accounts', 'accountId'],
  ] as const) {
    const idsOf = (page: Page) => (page[field] ?? []).map((entry) => entry[key])

    it(`${name}: without a page, everything and no cursor`, async () => {
      const all = await list()
      expect(all[field]).to.have.lengthOf(name === 'profiles' ? 8 : 7)
      expect(all).to.not.have.property('nextCursor')
    })

    for (const limit of [1, 3, 7, 8, 100]) {
      it(`${name}: ${limit} at a time, each entry once and in the same order`, async () => {
        const whole = idsOf(await list())
        const seen: unknown[] = []
        let cursor: string | null = null
        let pages = 0
        do {
          const page: Page = await list({ limit, ...(cursor !== null && { cursor }) })
          expect(idsOf(page).length).to.be.at.most(limit)
          seen.push(...idsOf(page))
          cursor = page.nextCursor
          pages++
        } while (cursor !== null)
        expect(seen).to.deep.equal(whole)
        expect(pages).to.equal(Math.ceil(whole.length / limit))
      })
    }

    it(`${name}: a cursor without a limit brings the rest`, async () => {
      const first = await list({ limit: 2 })
      const rest = await list({ cursor: first.nextCursor })
      expect([...idsOf(first), ...idsOf(rest)]).to.deep.equal(idsOf(await list()))
      expect(rest.nextCursor).to.equal(null)
    })

    it(`${name}: 400 for a cursor that it did not give`, async () => {
      const other = Buffer.from('2026-11-20T12:00:00.000Z x').toString('base64url')
      for (const cursor of ['abc', '!!', other]) {
        const { code, details } = await rejection(list({ cursor }))
        expect([code, details], cursor).to.deep.equal([
          'invalid_request',
          [{ path: ['cursor'], message: 'a nextCursor of this list is expected' }],
        ])
      }
    })
  }

  it('lists accounts that failed with their page', async () => {
    const pages = [
      await accounts({ limit: 1 }),
      await accounts({ limit: 1, cursor: (await accounts({ limit: 1 })).nextCursor }),
    ]
    expect(pages.map(({ status, errors }) => [status, errors.length])).to.deep.equal([
      ['partial', 1],
      ['complete', 0],
    ])
  })
})
