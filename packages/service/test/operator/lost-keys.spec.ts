import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import { createLogger } from '@carillon/log'
import { expect } from 'chai'
import { doctor, reportUnreadable } from '../../src/index.ts'
import { type Harness, startHarness } from '../harness.ts'

describe('credentials whose encryption key is gone', () => {
  let harness: Harness
  let accountId: string
  const lines: Record<string, unknown>[] = []
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  const log = createLogger({ name: 'test', level: 'info', destination })
  const withKeys = (encryptionKeys: { id: number; key: Buffer }[]) => harness.another({ log }, { encryptionKeys })

  before(async () => {
    harness = await startHarness()
    const account = await harness.connect({ platform: 'x', credentials: { token: 1 } })
    accountId = account.id
  })
  after(() => harness.close())

  it('are named in the log when a worker starts', async () => {
    await reportUnreadable(await withKeys([{ id: 2, key: randomBytes(32) }]))
    const named = lines.filter(({ level }) => level === 'error').map((line) => line['accountId'])
    expect(named).to.deep.equal([accountId])
  })

  it('are named by the doctor, who is not content', async () => {
    const { ok, findings } = await doctor(await withKeys([{ id: 2, key: randomBytes(32) }]))
    const finding = findings.find(({ check }) => check === 'encryption keys')
    expect([ok, finding?.ok]).to.deep.equal([false, false])
    expect(finding?.detail).to.contain(accountId)
  })

  it('are not mentioned while the key is there, wherever it is in the list', async () => {
    lines.length = 0
    const { encryptionKeys } = harness.context.config
    const context = await withKeys([{ id: 2, key: randomBytes(32) }, ...encryptionKeys])
    await reportUnreadable(context)
    expect(lines.filter(({ level }) => level === 'error')).to.deep.equal([])
    const finding = (await doctor(context)).findings.find(({ check }) => check === 'encryption keys')
    expect(finding?.ok).to.equal(true)
  })
})
