import { listExternalWrites } from '@carillon/database'
import { createLogger } from '@carillon/log'
import { expect } from 'chai'
import { type Context, createContext, translateFailure } from '../../src/index.ts'
import { ask, bodyOf, rejection } from '../ask.ts'
import { type FlakyDatabase, startFlakyDatabase } from '../flaky-database.ts'
import { type Harness, startHarness } from '../harness.ts'

describe('a publish request while the database fails', () => {
  let harness: Harness
  let flaky: FlakyDatabase
  let context: Context
  let accountId: string

  before(async () => {
    harness = await startHarness({}, { PUBLISH_WAIT_MS: '3000' })
    flaky = await startFlakyDatabase(harness.context.config.databaseUrl)
    const log = createLogger({ name: 'test', level: 'silent' })
    context = await createContext({ ...harness.context.config, databaseUrl: flaky.url }, { log })
    accountId = (await harness.connect({ platform: 'bluesky' })).id
    // What is loaded and connected first takes its time, which is not part of the test.
    await publish('first')
  })
  after(async () => {
    await context.close()
    await flaky.close()
    await harness.close()
  })
  afterEach(() => flaky.comeUp())

  const scope = () => ({ organizationId: harness.organizationId, profileId: null })
  const reported: (string | null)[] = []
  const publish = (requestId: string) =>
    ask(context, 'posts.publish', {
      scope: scope(),
      requestId,
      reportPublish: (publishId) => reported.push(publishId),
      body: { platform: 'bluesky', accountId, text: 'hello' },
    })
  const stored = (requestId: string) =>
    listExternalWrites(harness.context.db, scope(), { kind: 'publish', requestId, max: 10 })

  for (const when of ['before-commit', 'before-response'] as const) {
    it(`is stored once when the connection breaks ${when}`, async () => {
      flaky.breakNext(when, { text: when })
      const response = await publish(when)
      expect(response.status).to.equal(202)
      const rows = await stored(when)
      expect(rows.map(({ id }) => id)).to.deep.equal([bodyOf(response).publishId])
    })
  }

  it('does not call it safe to send again while it is unknown whether it was stored', async () => {
    flaky.breakNext('before-response', { forGood: true, text: 'never-known' })
    const error = await rejection(publish('never-known'))
    expect(error.code).to.equal('internal_error')
    const [row] = await stored('never-known')
    expect(error.details).to.deep.equal({ publishId: row?.id })
    // So that the list of requests has it although the response was an error.
    expect(reported.at(-1)).to.equal(row?.id)
  })

  it('gets 202 when the database is gone once it was stored', async () => {
    flaky.breakNext('after-response', { forGood: true, text: 'gone-later' })
    const response = await publish('gone-later')
    expect([response.status, bodyOf(response).status]).to.deep.equal([202, 'processing'])
    const [row] = await stored('gone-later')
    expect(bodyOf(response).publishId).to.equal(row?.id)
  })

  it('is safe to send again when the database was gone before', async () => {
    flaky.goDown()
    const error = await publish('gone-before').catch((thrown: unknown) => translateFailure(thrown))
    expect(error).to.include({ code: 'database_error' })
    expect(await stored('gone-before')).to.deep.equal([])
  })
})
