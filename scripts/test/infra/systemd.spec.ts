import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nodeFlags } from '@carillon/standalone'
import { expect } from 'chai'
import { read, root, settingNames } from './files.ts'

const folder = 'infra/systemd'
const units = readdirSync(join(root, folder)).filter((name) => name.endsWith('.service'))

/** The value of a directive that a unit has once. */
function value(unit: string, directive: string): string | undefined {
  return new RegExp(`^${directive}=(.*)$`, 'm').exec(read(`${folder}/${unit}`))?.[1]
}

describe('infra/systemd', () => {
  it('runs Node as `npm start` does', () => {
    for (const app of ['gateway', 'worker'] as const) {
      const [, ...words] = value(`carillon-${app}.service`, 'ExecStart')?.split(' ') ?? []
      expect(words).to.deep.equal([...nodeFlags[app], `apps/${app}/dist/main.js`])
    }
  })

  it('starts what `npm run bundle` makes, as README.md says', () => {
    const readme = read(`${folder}/README.md`)
    const [, name = ''] = /`npm run (\w+)` there as its owner/.exec(readme) ?? []
    const { scripts } = JSON.parse(read('package.json'))
    const words: string[] = scripts[name].replace(/^exec /, '').split(' ')
    const { status, stdout } = spawnSync(process.execPath, words.slice(1), { cwd: root, encoding: 'utf8' })
    expect(status).to.equal(0)
    const made = stdout.trim().split('\n')
    for (const unit of units) {
      const script = value(unit, 'ExecStart')
        ?.split(' ')
        .find((word) => word.startsWith('apps/'))
      expect(made, unit).to.include(join(root, script ?? ''))
    }
    const dashboard = made.at(-1) ?? ''
    expect(readdirSync(join(root, 'apps/dashboard/dist/bundle', dashboard))).to.include('manifest.json')
  })

  it("gives the operator's commands the settings of the units", () => {
    const [, block = ''] = /```sh\n( {3}cd [\s\S]*?)```/.exec(read(`${folder}/README.md`)) ?? []
    const exported = [...block.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name, path]) => `${name} ${path}`)
    const given = /^Environment=DATABASE(.*)$/m.exec(read(`${folder}/carillon-migrate.service`))?.[0] ?? ''
    const own = /^Environment=MEDIA(.*)$/m.exec(read(`${folder}/carillon-migrate.service`))?.[0] ?? ''
    const ofUnit = [...`${given} ${own}`.matchAll(/([A-Z_]+)=(?!\w+=)(\S+)/g)]
      .filter(([, name]) => name !== 'Environment')
      .map(([, name, path = '']) => `${name} ${path.replace('%d', '/etc/carillon')}`)
    expect(exported).to.have.members(ofUnit)
    expect(block).to.contain('/etc/carillon/carillon.env').and.to.contain(' apps/admin/dist/main.js ')
  })

  it('starts a process again however often it ends', () => {
    for (const unit of units) expect(value(unit, 'StartLimitIntervalSec'), unit).to.equal('0')
    for (const app of ['gateway', 'worker']) {
      expect(value(`carillon-${app}.service`, 'Restart')).to.equal('always')
      expect(Number(value(`carillon-${app}.service`, 'TimeoutStopSec'))).to.be.at.least(40)
    }
  })

  it('sets what exists', () => {
    // The latter is of the C library.
    const known = new Set([...settingNames(), 'MALLOC_ARENA_MAX'])
    for (const unit of units) {
      const lines = [...read(`${folder}/${unit}`).matchAll(/^Environment=(.*)$/gm)].map(([, line = '']) => line)
      const names = lines.flatMap((line) => line.split(' ')).map((pair) => pair.split('=')[0] ?? '')
      expect(names, unit).not.to.have.length(0)
      expect(names.filter((name) => !known.has(name))).to.deep.equal([])
    }
  })

  it('is accepted by systemd', function () {
    if (spawnSync('systemd-analyze', ['--version']).error) this.skip()
    const dir = mkdtempSync(join(tmpdir(), 'carillon-units-'))
    try {
      cpSync(join(root, folder), dir, { recursive: true })
      // The program has to exist on the machine that checks the units.
      for (const unit of units) {
        const text = readFileSync(join(dir, unit), 'utf8')
        writeFileSync(join(dir, unit), text.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`))
      }
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...units.map((unit) => join(dir, unit))])
      expect([String(stderr).trim(), status]).to.deep.equal(['', 0])
    } finally {
      rmSync(dir, { recursive: true, force: true })
    }
  })
})
