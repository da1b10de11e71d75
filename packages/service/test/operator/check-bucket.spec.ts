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

  beforeEach(() => {
    server.calls.length = 0
    server.denied = () => null
  })

  const contextWith = (bucket: string, presigned = false) => {
    const { region, endpoint, credentials } = server.options
    const { media } = harness.context.config
    const s3 = { bucket, region, endpoint, forcePathStyle: true, credentials, presigned }
    return harness.another({}, { media: { ...media, s3 } })
  }
  const findingOf = async (context: Context) => (await doctor(context)).findings.find(({ check }) => check === 'bucket')

  it('which can be used, and leaves nothing in it', async () => {
    expect(await findingOf(await contextWith(server.options.bucket))).to.include({ ok: true })
    expect(server.calls.filter((call) => call.startsWith('PUT'))).to.have.length(2)
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

  it('of which only spooled tokens may be written', async () => {
    server.denied = (call) => (call.startsWith('PUT') && call.includes('/media/') ? 'AccessDenied' : null)
    const finding = await findingOf(await contextWith(server.options.bucket))
    expect(finding).to.include({ ok: false })
    expect(finding?.detail).to.contain('under media/ failed (AccessDenied).').and.contain('docs/scaling.md')
  })

  const calls = { begin: /^POST .*[?&]uploads/, list: /^GET .*[?&]uploads/, abort: /^DELETE .*[?&]uploadId=/ }
  for (const [what, isCall] of Object.entries(calls)) {
    it(`which may not ${what} uploads in parts`, async () => {
      server.denied = (call) => (isCall.test(call) ? 'AccessDenied' : null)
      const finding = await findingOf(await contextWith(server.options.bucket))
      expect(finding).to.include({ ok: false })
      expect(finding?.detail).to.contain('an upload in parts under media/ failed (AccessDenied).')
    })
  }

  it('from which networks fetch media, and says that they need https', async () => {
    const context = await contextWith(server.options.bucket, true)
    const endpoint = 'http://objects.example.com'
    const { media } = context.config
    const s3 = media.s3 && { ...media.s3, endpoint }
    const of = async (own: Context) => (await doctor(own)).findings.find(({ check }) => check === 'presigned urls')
    const elsewhere = { ...context, config: { ...context.config, media: { ...media, s3 } } }
    expect(await of(elsewhere)).to.include({ ok: false, detail: `${endpoint} must be https` })
    expect((await of(context))?.detail).to.contain('networks cannot reach this URL')
    expect(await of(await contextWith(server.options.bucket))).to.equal(undefined)
  })

  it('only if there is one', async () => expect(await findingOf(harness.context)).to.equal(undefined))
})
