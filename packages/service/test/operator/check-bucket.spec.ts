import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type S3Server, startS3 } from '@carillon/testkit'
import { expect } from 'chai'
import { type Context, doctor } from '../../src/index.ts'
import { checkBucket } from '../../src/operator/check-bucket.ts'
import { type Harness, startHarness } from '../harness.ts'

describe('the doctor looks at the bucket', () => {
  const dir = mkdtempSync(join(tmpdir(), 'carillon-s3-'))
  let server: S3Server
  let harness: Harness
  before(async () => {
    server = await startS3(dir)
    harness = await startHarness()
  })
  after(async () => {
    await harness.close()
    await server.stop()
    rmSync(dir, { recursive: true, force: true })
  })

  const contextWith = (bucket: string) => {
    const { region, endpoint, credentials } = server.options
    const { media } = harness.context.config
    return harness.another({}, { media: { ...media, s3: { bucket, region, endpoint, credentials, presigned: false } } })
  }
  const findingOf = async (context: Context) => (await doctor(context)).findings.find(({ check }) => check === 'bucket')

  it('which can be used, and leaves nothing in it', async () => {
    expect(await findingOf(await contextWith(server.options.bucket))).to.include({ ok: true })
    expect(server.calls.filter((call) => call.startsWith('PUT'))).to.have.length(1)
    expect(await server.held()).to.deep.equal([])
  })

  it('which does not exist, and says what to check', async () => {
    const finding = await findingOf(await contextWith('no-such-bucket'))
    expect(finding).to.include({ ok: false, runbook: 'docs/runbooks/storage-failing.md' })
    expect(finding?.detail).to.contain('no-such-bucket').and.contain('S3_ENDPOINT')
  })

  it('which cannot be listed, and leaves nothing in it', async () => {
    const context = await contextWith(server.options.bucket)
    const list = () => Promise.reject(new Error('not permitted'))
    const [finding] = await checkBucket({ ...context, tokenSpool: { ...context.tokenSpool, list } })
    expect(finding).to.include({ ok: false })
    expect(await server.held()).to.deep.equal([])
  })

  it('only if there is one', async () => expect(await findingOf(harness.context)).to.equal(undefined))
})
