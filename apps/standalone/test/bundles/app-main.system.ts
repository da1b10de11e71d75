import { existsSync } from 'node:fs'
import { sep } from 'node:path'
import { expect } from 'chai'
import { appMain } from '../../src/app-main.ts'

const failing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }))

describe('the script of an app', () => {
  it('is its bundle', async () => {
    expect(await appMain('worker', async () => '/dist/main.js')).to.equal('/dist/main.js')
  })

  it('is its sources, where no bundle can be written', async () => {
    for (const code of ['EROFS', 'EACCES', 'ENOSPC']) {
      for (const app of ['gateway', 'worker'] as const) {
        const path = await appMain(app, failing(code))
        expect(path.endsWith(`${sep}apps${sep}${app}${sep}src${sep}main.ts`), path).to.equal(true)
        expect(existsSync(path)).to.equal(true)
      }
    }
  })

  it('does not exist for sources with an error', async () => {
    const failed = await appMain('gateway', failing('ERR_MODULE_NOT_FOUND')).catch(
      ({ code }: NodeJS.ErrnoException) => code,
    )
    expect(failed).to.equal('ERR_MODULE_NOT_FOUND')
  })
})
