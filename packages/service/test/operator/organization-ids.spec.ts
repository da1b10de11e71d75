import { join } from 'node:path'
import { expect } from 'chai'
import {
  type Context,
  createKey,
  exportAudit,
  installationId,
  listKeys,
  listSchedules,
  setCard,
  verifyAudit,
} from '../../src/index.ts'
import { rejection } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'

const absent = '0199d1b2-ffff-7000-8000-000000000000'

type Call = (context: Context, organizationId: string) => Promise<unknown>

describe("an operator's organization", () => {
  let harness: Harness
  before(async () => {
    harness = await startHarness()
  })
  after(() => harness.close())

  const calls: Record<string, Call> = {
    'a new key': (context, organizationId) => createKey(context, { organizationId }),
    'its keys': (context, organizationId) => listKeys(context, { organizationId }),
    'its card': (context, organizationId) => setCard(context, { organizationId, onFile: true }),
    'its schedules': (context, organizationId) => listSchedules(context, { organizationId }),
    'its audit log': (context, organizationId) => verifyAudit(context, { organizationId }),
    'an export of its audit log': (context, organizationId) =>
      exportAudit(context, { organizationId, file: join(harness.dir, 'audit.jsonl') }),
  }
  for (const [what, call] of Object.entries(calls)) {
    it(`is rejected for ${what} if its id has another form`, async () => {
      const { code, message } = await rejection(call(harness.context, 'x'))
      expect([code, message]).to.deep.equal(['invalid_request', 'There is no organization x.'])
    })
  }

  it('is rejected for schedules if it does not exist', async () => {
    expect(await listSchedules(harness.context, { organizationId: harness.organizationId })).to.deep.equal([])
    const { message } = await rejection(listSchedules(harness.context, { organizationId: absent }))
    expect(message).to.equal(`There is no organization ${absent}.`)
  })

  it('is rejected for the verification of its audit log if it does not exist and has no entries', async () => {
    const { context, organizationId } = harness
    expect(await verifyAudit(context, { organizationId })).to.deep.equal({ ok: true, entries: 0, firstBroken: null })
    expect(await verifyAudit(context, { organizationId: installationId })).to.include({ ok: true })
    const { code, message } = await rejection(verifyAudit(context, { organizationId: absent }))
    expect([code, message]).to.deep.equal(['invalid_request', `There is no organization ${absent}.`])
    const { ok, firstBroken } = await verifyAudit(context, { organizationId: absent, head: '00'.repeat(32) })
    expect([ok, firstBroken?.reason]).to.deep.equal([
      false,
      'the head is not in the chain: the organization has no entries',
    ])
  })
})
