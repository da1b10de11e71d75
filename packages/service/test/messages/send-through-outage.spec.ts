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
  let flakyContext: () => Promise<{ flaky: FlakyDatabase; context: Context; close(): Promise<void> }>
  let close: () => Promise<void>
  let account: AccountRow

  before(async () => {
    network = new FakeMessages()
    const registry = withPorts({ whatsapp: { templates: network.templates } })
    harness = await startHarness({ registry })
    const { config } = harness.context
    const log = createLogger({ name: 'test', level: 'silent' })
    flakyContext = async () => {
      const flaky = await startFlakyDatabase(config.databaseUrl)
      const context = await createContext({ ...config, databaseUrl: flaky.url }, { log, registry })
      return { flaky, context, close: () => context.close().then(() => flaky.close()) }
    }
    ;({ flaky, context, close } = await flakyContext())
    account = await harness.connect({ platform: 'whatsapp' })
  })
  after(async () => {
    await close()
    await harness.close()
  })
  beforeEach(() => flaky.comeUp())

  const send = (name: string, by = context, more: { recipient?: string; signal?: AbortSignal } = {}) =>
    ask(by, 'messages.send', {
      scope: { organizationId: harness.organizationId, profileId: null },
      body: {
        platform: 'whatsapp',
        accountId: account.id,
        recipient: more.recipient ?? '+16505551234',
        template: { name, language: 'en' },
      },
      ...(more.signal && { signal: more.signal }),
    })

  const sent = (name: string) => [...network.conversations.values()].flat().filter(({ body }) => body === name).length

  it('is sent once when the response to its storing is lost', async () => {
    flaky.breakNext('before-response')
    const response = await send('lost_response')
    expect([response.status, bodyOf(response).status]).to.deep.equal([201, 'sent'])
    expect(sent('lost_response')).to.equal(1)
  })

  it('is unknown, not safe to send again, while the database does not say whether it was stored', async function () {
    this.timeout(900_000)
    flaky.breakNext('before-response', { forGood: true })
    const error = await rejection(send('never_known'))
    expect(error).to.include({ code: 'provider_error', status: 502 })
    expect(error.details).to.include({ status: 'unknown' })
    expect(sent('never_known')).to.equal(0)
  })

  it('is never called safe to send again once it was sent, at whichever exchange with the database a connection breaks', async () => {
    /** Sends a message while the connection of this exchange breaks; what was told, and whether there was such one. */
    async function attempt(number: number, name: string): Promise<{ told: string; hasBroken: boolean }> {
      const broken = await flakyContext()
      const over = new AbortController()
      broken.flaky.breakAtMessage(number, 'before-response')
      // What cannot be found out after the break is unknown once the request's time is over.
      void broken.flaky.broken().then(() => setTimeout(() => over.abort(), 5_000))
      const more = { recipient: `+1650555${1000 + number}`, signal: over.signal }
      const told = await send(name, broken.context, more).then(
        ({ status }) => String(status),
        (error) => asServiceError(translateFailure(error)).code,
      )
      const hasBroken = broken.flaky.hasBroken()
      await broken.close()
      const times = safeToRepeat.includes(told) ? [0] : [told === '201' ? 1 : 0, 1]
      expect(times, `exchange ${number}: told ${told}`).to.include(sent(name))
      return { told, hasBroken }
    }
    /** Whether a sending has an exchange with this number: without it, the message is sent as if nothing had happened. */
    async function breakAt(number: number): Promise<boolean> {
      for (let again = 0; ; again++) {
        const { told, hasBroken } = await attempt(number, `broken_${number}_${again}`)
        if (hasBroken || told === '201') return hasBroken
      }
    }
    // A sending waits for the database for seconds, and each has a way to the database of its own: several go at once.
    const atOnce = 12
    let reached = 0
    for (let first = 1; ; first += atOnce) {
      const broken = await Promise.all(Array.from({ length: atOnce }, (_, index) => breakAt(first + index)))
      reached += broken.filter(Boolean).length
      if (broken.includes(false)) break
    }
    expect(reached).to.be.greaterThan(3)
  })
})
