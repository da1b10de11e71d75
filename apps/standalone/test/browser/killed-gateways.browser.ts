import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleApp } from '@carillon/bundler'
import { childEnv, ownPort } from '@carillon/testkit'
import { expect } from 'chai'
import { type Member, startMember } from '../faults/fleet.ts'
import { useDashboard } from './dashboard.ts'

const kills = 3

/** A gateway in a process of its own, which is started again whenever it is killed. */
describe('dashboard: uploads to a gateway that is killed', () => {
  let dir = ''
  let path: string
  let file: Buffer
  let gateway: Member
  let url: string
  const dashboard = useDashboard(async (whole) => {
    await whole.connect('facebook')
    const sample = await fetch(`${whole.sandbox.url}/samples/video-720x1280-6s-24mb.mp4`)
    file = Buffer.from(await sample.arrayBuffer())
    dir = await mkdtemp(join(tmpdir(), 'carillon-killed-'))
    path = join(dir, 'oven.mp4')
    await writeFile(path, file)
    const port = String(await ownPort())
    url = `http://127.0.0.1:${port}`
    const env = { ...childEnv, ...whole.env, GATEWAY_PORT: port }
    gateway = await startMember({
      name: 'gateway',
      script: await bundleApp('gateway'),
      env,
      logPath: join(dir, 'gateway.log'),
    })
  })
  after(async () => {
    await gateway?.stop()
    if (dir) await rm(dir, { recursive: true, force: true })
  })

  dashboard.inOneView(
    `an upload survives ${kills} killed gateways, and no byte is another`,
    '/compose',
    async (page) => {
      await page.goto(`${url}/dashboard/compose`)
      // The only account is chosen.
      await page.getByLabel('Text', { exact: true }).waitFor()
      let killedAt = 0
      page.on('request', (request) => {
        const offset = Number(request.headers()['upload-offset'] ?? 0)
        // Something has arrived since the last one was killed.
        if (request.method() !== 'PATCH' || offset <= killedAt || gateway.deaths() >= kills) return
        killedAt = offset
        gateway.kill()
      })
      await page.locator('input[type="file"]').first().setInputFiles(path)
      await page.getByText('Uploaded', { exact: true }).waitFor({ timeout: 240_000 })
      expect(gateway.deaths()).to.equal(kills)
      const { rows } = await dashboard.whole.context.pool.query('select sha256, received from upload')
      const sha256 = createHash('sha256').update(file).digest('hex')
      expect(rows.map((row) => ({ ...row, received: Number(row.received) }))).to.deep.equal([
        { sha256, received: file.length },
      ])
      await gateway.up()
    },
    { complaints: /net::ERR_|status of 5\d\d/, origins: () => [url] },
  )
})
