import { expect } from 'chai'
import { type OpenCommit, ProviderError } from '../../src/index.ts'
import { instagramPublish } from '../../src/instagram/publish.ts'
import { failureOf, intercept } from '../fake-call.ts'
import { begun } from './drive.ts'
import { publishCall } from './network.ts'
import { media, rejection } from './responses.ts'
import { type SimulatedResponse, simulate } from './simulated.ts'

describe('an Instagram post whose containers may be lost', () => {
  intercept()

  const startedAt = new Date('2026-11-20T12:00:01.500Z')
  const open: OpenCommit = { step: 'lookup', startedAt, claimed: new Set(), linksFetched: null }
  const recover = () => instagramPublish.recover?.(publishCall(), begun, open)

  it('is found in the list', async () => {
    simulate({ list: [{ data: [media('ours', { timestamp: '2026-11-20T12:00:01+0000' })] }] })
    expect(await recover()).to.have.nested.property('state.mediaId', 'ours')
  })

  it('is not taken from another publish whose post may have no known id yet', async () => {
    simulate({ list: [{ data: [media('theirs', { timestamp: '2026-11-20T12:00:01+0000' })] }] })
    const found = instagramPublish.recover?.(publishCall(), begun, { ...open, mayBeOthers: true })
    expect(await failureOf(Promise.resolve(found))).to.include({ code: 'provider_error', outcome: 'indeterminate' })
  })

  it('cannot be determined if no post fits, or without the permission to read', async () => {
    for (const list of [{ data: [] }, [403, rejection(10)]] as SimulatedResponse[]) {
      simulate({ list: [list] })
      expect(await recover()).to.deep.include({ kind: 'undecidable', isSeen: false })
    }
  })

  it('is not a post from after the time at which it can have been sent', async () => {
    simulate({ list: [{ data: [media('later', { timestamp: '2026-11-20T12:05:00+0000' })] }] })
    const until = new Date('2026-11-20T12:02:00Z')
    const found = await instagramPublish.recover?.(publishCall(), begun, { ...open, until })
    expect(found).to.deep.include({ kind: 'undecidable', isSeen: false })
  })

  it('may be one of several posts that fit', async () => {
    const fits = { timestamp: '2026-11-20T12:00:01+0000' }
    simulate({ list: [{ data: [media('one', fits), media('other', fits)] }] })
    expect(await recover()).to.deep.include({ kind: 'undecidable', isSeen: true })
  })

  const passing: [string, SimulatedResponse][] = [
    ['is throttled', [429, rejection(80002)]],
    ['fails', [500, rejection(2)]],
    ['does not respond', 'drop'],
    ['does not take the token', [401, rejection(190, 463)]],
  ]
  for (const [what, list] of passing) {
    it(`stays open while Instagram ${what}`, async () => {
      simulate({ list: [list] })
      expect(await failureOf(Promise.resolve(recover()))).to.be.instanceOf(ProviderError)
    })
  }
})
