import type { AccountRow } from '@carillon/database'
import { asServiceError } from '@carillon/errors'
import { createLogger } from '@carillon/log'
import { expect } from 'chai'
import { type Context, createContext, translateFailure } from '../../src/index.ts'
import { ask, bodyOf, rejection } from '../ask.ts'
import { type FlakyDatabase, startFlakyDatabase } from '../flaky-database.ts'
import { type Harness, startHarness } from '../harness.ts'
import { withPorts } from '../with-ports.ts'
import { FakeMessages } from './fake-messages.ts'

/** Codes with which a client sends the same message once more. */
const safeToRepeat = ['database_error', 'temporarily_unavailable']

describe('a message while the database fails', () => {
  let harness: Harness
  let flaky: FlakyDatabase
  let context: Context
  let network: FakeMessages
  let account: AccountRow

  before(async () => {
    network = new FakeMessages()
    const registry = withPorts({ whatsapp: { templates: network.templates } })
    harness = await startHarness({ registry })
    flaky = await startFlakyDatabase(harness.context.config.databaseUrl)
    const log = createLogger({ name: 'test', level: 'silent' })
    context = await createContext({ ...harness.context.config, databaseUrl: flaky.url }, { log, registry })
    account = await harness.connect({ platform: 'whatsapp' })
  })
  after(async () => {
    await context.close()
    await flaky.close()
    await harness.close()
  })
  beforeEach(() => flaky.comeUp())

  const send = (name: string) =>
    ask(context, 'messages.send', {
      scope: { organizationId: harness.organizationId, profileId: null },
      body: {
        platform: 'whatsapp',
        accountId: account.id,
        recipient: '+16505551234',
        template: { name, language: 'en' },
      },
    })

  const sent = (name: string) =>
    (network.conversations.get('+16505551234') ?? []).filter(({ body }) => body === name).length

  it('is sent once when the response to its storing is lost', async () => {
    flaky.breakNext('before-answer')
    const answer = await send('lost_answer')
    expect([answer.status, bodyOf(answer).status]).to.deep.equal([201, 'sent'])
    expect(sent('lost_answer')).to.equal(1)
  })

  it('is unknown, not safe to send again, while the database does not say whether it was stored', async function () {
    this.timeout(120_000)
    flaky.breakNext('before-answer', { forGood: true })
    const error = await rejection(send('never_known'))
    expect(error).to.include({ code: 'provider_error', status: 502 })
    expect(error.details).to.include({ status: 'unknown' })
    expect(sent('never_known')).to.equal(0)
  })

  it('is never called safe to send again once it was sent, at whichever exchange with the database a connection breaks', async function () {
    this.timeout(300_000)
    let number = 1
    for (; ; number++) {
      const name = `broken_${number}`
      flaky.breakAtMessage(number, 'before-answer')
      const told = await send(name).then(
        ({ status }) => String(status),
        (error) => asServiceError(translateFailure(error)).code,
      )
      if (!flaky.hasBroken()) break
      const times = safeToRepeat.includes(told) ? [0] : [told === '201' ? 1 : 0, 1]
      expect(times, `exchange ${number}: told ${told}`).to.include(sent(name))
    }
    expect(number).to.be.greaterThan(3)
  })
})
