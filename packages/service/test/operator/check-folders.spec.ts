import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { type Config, doctor } from '../../src/index.ts'
import { type Harness, startHarness } from '../harness.ts'

const storageRunbook = 'docs/runbooks/storage-failing.md'

describe('the doctor looks at the folders for media and tokens', () => {
  let harness: Harness
  before(async () => {
    harness = await startHarness({}, { MEDIA_FREE_FLOOR_BYTES: '0' })
  })
  after(() => harness.close())

  async function findingsWith(media: Partial<Config['media']>, spoolDir = harness.context.config.spoolDir) {
    const { config } = harness.context
    const context = await harness.another({}, { spoolDir, media: { ...config.media, ...media } })
    const { findings } = await doctor(context)
    return Object.fromEntries(findings.map((finding) => [finding.check, finding]))
  }

  /** Returns a folder in which no file can be created: root may write to every folder of a disk. */
  async function unwritable(): Promise<string> {
    if (process.getuid?.() === 0) return '/proc'
    const dir = join(harness.dir, 'unwritable')
    await mkdir(dir, { mode: 0o500, recursive: true })
    return dir
  }

  it('which can be written, and leaves nothing in them', async () => {
    const [dir, spoolDir] = [join(harness.dir, 'own-media'), join(harness.dir, 'own-spool')]
    await Promise.all([mkdir(dir), mkdir(spoolDir)])
    const { 'media folder': media, 'spool folder': spool } = await findingsWith({ dir }, spoolDir)
    expect([media?.ok, spool?.ok]).to.deep.equal([true, true])
    expect(media?.detail)
      .to.contain(dir)
      .and.match(/\d bytes are free/)
    expect(spool?.detail).to.contain(spoolDir)
    expect([...(await readdir(dir)), ...(await readdir(spoolDir))]).to.deep.equal([])
  })

  it('which do not exist yet, and does not create them', async () => {
    const { 'media folder': media, 'spool folder': spool } = await findingsWith({ dir: join(harness.dir, 'new/media') })
    expect([media?.ok, spool?.ok]).to.deep.equal([true, true])
    expect(media?.detail).to.contain(join(harness.dir, 'new/media')).and.contain('does not exist')
    expect(await readdir(harness.dir)).to.not.include('new')
  })

  it('which cannot be created, and names the setting', async () => {
    const file = join(harness.dir, 'file')
    await writeFile(file, '')
    const { 'media folder': media, 'spool folder': spool } = await findingsWith({ dir: join(file, 'media') }, file)
    expect(media).to.include({ ok: false, runbook: storageRunbook })
    expect(media?.detail).to.contain(join(file, 'media')).and.contain('MEDIA_DIR')
    expect(spool).to.include({ ok: false, runbook: storageRunbook })
    expect(spool?.detail).to.contain(file).and.contain('SPOOL_DIR')
  })

  it('in which no file can be created', async () => {
    const dir = await unwritable()
    const { 'media folder': media, 'spool folder': spool } = await findingsWith({ dir }, dir)
    if (dir !== '/proc') await chmod(dir, 0o700)
    expect([media?.ok, spool?.ok]).to.deep.equal([false, false])
    expect(media?.detail).to.contain('cannot be written').and.contain('MEDIA_DIR')
    expect(spool?.detail).to.contain('cannot be written').and.contain('SPOOL_DIR')
  })

  it('which every user can change, as folders that were created under a umask of 000', async () => {
    const dir = join(harness.dir, 'of-all')
    await mkdir(dir)
    await chmod(dir, 0o777)
    const { 'media folder': media, 'spool folder': spool } = await findingsWith({ dir }, dir)
    expect([media?.ok, spool?.ok]).to.deep.equal([true, true])
    expect(media?.detail).to.contain(`chmod o-w ${dir}`)
    expect(spool?.detail).to.contain(`chmod o-w ${dir}`)
    await chmod(dir, 0o770)
    expect((await findingsWith({ dir }, dir))['media folder']?.detail).to.match(/bytes are free$/)
  })

  it('on a volume that has too little space for uploads', async () => {
    const freeFloorBytes = Number.MAX_SAFE_INTEGER
    const { 'media folder': media, 'spool folder': spool } = await findingsWith({ freeFloorBytes })
    expect(media).to.include({ ok: false, runbook: storageRunbook })
    expect(media?.detail).to.contain('MEDIA_FREE_FLOOR_BYTES').and.contain(String(freeFloorBytes))
    expect(spool).to.include({ ok: true })
  })

  it('only if files are kept on disk', async () => {
    const s3 = {
      bucket: 'none',
      region: 'us-east-1',
      endpoint: 'http://127.0.0.1:9',
      forcePathStyle: true,
      presigned: false,
    } as const
    const found = await findingsWith({ s3: { ...s3, credentials: { accessKeyId: 'a', secretAccessKey: 'b' } } })
    expect(found).to.include.keys('bucket').and.not.include.any.keys('media folder', 'spool folder')
  })
})
