import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { childEnv, freshDatabase } from '@carillon/testkit'
import { expect } from 'chai'

const main = join(import.meta.dirname, '../src/main.ts')

describe('the exit status of an operator command', () => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>
  before(async () => {
    fresh = await freshDatabase()
  })
  after(() => fresh.drop())

  const statusOf = (...words: string[]): Promise<number> => {
    const key = Buffer.alloc(32, 1).toString('base64')
    const env = { ...process.env, ...childEnv, DATABASE_URL: fresh.url, ENCRYPTION_KEYS: `1:${key}` }
    return promisify(execFile)(process.execPath, [main, ...words], { env }).then(
      () => 0,
      ({ code }) => code,
    )
  }

  it('is 0 for success', async () => {
    expect(await statusOf('organization', 'create', '--name', 'Example')).to.equal(0)
  })

  for (const words of [
    ['nothing'],
    ['key', 'create', '--organization', 'none'],
    ['webhook', 'replay', '--since', 'yesterday'],
    ['write', 'resolve', '--id', 'none', '--not-done'],
  ]) {
    it(`is 2 for arguments that are invalid: ${words.join(' ')}`, async () => {
      expect(await statusOf(...words)).to.equal(2)
    })
  }
})
