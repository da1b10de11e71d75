import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCredential } from '@carillon/database'
import { type S3Server, startS3 } from '@carillon/testkit'
import { expect } from 'chai'
import { encryptCredentials } from '../src/credentials/encrypted-credentials.ts'
import { spool } from '../src/credentials/token-spool.ts'
import { replayTokens, replayTokensAtStart } from '../src/jobs/worker-life.ts'
import { type Harness, startHarness } from './harness.ts'

describe('the spool of tokens with a bucket', () => {
  let dir: string
  let server: S3Server
  let harness: Harness

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'carillon-spool-'))
    server = await startS3(dir)
    const { bucket, endpoint, credentials } = server.options
    const keys = { S3_ACCESS_KEY_ID: credentials.accessKeyId, S3_SECRET_ACCESS_KEY: credentials.secretAccessKey }
    harness = await startHarness({}, { S3_BUCKET: bucket, S3_ENDPOINT: endpoint, ...keys })
  })
  after(async () => {
    await harness.close()
    await server.stop()
    await rm(dir, { recursive: true, force: true })
  })

  it('is in the bucket, from which another machine stores the token', async () => {
    const { id } = await harness.connect({ platform: 'bluesky', credentials: { token: 0 } })
    const { context } = harness
    await spool(context.tokenSpool, {
      accountId: id,
      generation: (await readCredential(context.db, id))?.generation ?? 0,
      previousAt: (await readCredential(context.db, id))?.refreshedAt ?? null,
      ciphertext: encryptCredentials(context.encryption, id, { token: 1 }),
      ...{ expiresAt: null, refreshedAt: new Date() },
    })
    expect(await server.held()).to.deep.equal([
      `spool/${id}.${(await readCredential(context.db, id))?.generation}.json`,
    ])
    const elsewhere = await harness.another()
    expect(await replayTokens(elsewhere)).to.equal(1)
    expect(await server.held()).to.deep.equal([])
  })

  it('that cannot be reached keeps no worker from starting', async () => {
    server.failing = () => true
    expect(await replayTokens(harness.context)).to.equal(0)
    server.failing = () => false
  })

  it('that never responds keeps no worker from starting', async () => {
    const { context } = harness
    const silent = { ...context.tokenSpool, list: () => new Promise<string[]>(() => {}) }
    await replayTokensAtStart({ ...context, tokenSpool: silent }, 1)
  })

  it('that responds has been replayed when a worker starts', async () => {
    const { context } = harness
    const listed = Promise.withResolvers<string[]>()
    let isRead = false
    const slow = {
      ...context.tokenSpool,
      list: () => listed.promise,
      async read() {
        isRead = true
        return null
      },
    }
    const started = replayTokensAtStart({ ...context, tokenSpool: slow }, 60_000)
    listed.resolve([`${randomUUID()}.1.json`])
    await started
    expect(isRead).to.equal(true)
  })

  it('whose reading ends in a failure nobody expected keeps no worker from starting', async () => {
    const { context } = harness
    const broken = {
      ...context.tokenSpool,
      list() {
        throw new Error('broken')
      },
    }
    await replayTokensAtStart({ ...context, tokenSpool: broken })
  })
})
