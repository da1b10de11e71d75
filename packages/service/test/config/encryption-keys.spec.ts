import { createEncryption } from '@carillon/database'
import { expect } from 'chai'
import { ConfigError } from '../../src/config/config-error.ts'
import { readConfig } from '../../src/config/read-config.ts'

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64')
const read = (keys: string) => readConfig({ DATABASE_URL: 'postgres://nowhere/none', ENCRYPTION_KEYS: keys })

describe('encryption keys', () => {
  it('decrypt what the first of them has encrypted', () => {
    const encryption = createEncryption(read(`2:${keyOf(2)}, 1:${keyOf(1)}`).encryptionKeys)
    const place = { table: 'credential', row: 'one', column: 'sealed' }
    expect(encryption.decrypt(place, encryption.encrypt(place, { token: 'a' }))).to.deep.equal({ token: 'a' })
    expect(encryption.newestKeyId).to.equal(2)
  })

  it('say that another key is configured under the id of the one that encrypted a value', () => {
    const place = { table: 'credential', row: 'one', column: 'sealed' }
    const stored = createEncryption(read(`1:${keyOf(1)}`).encryptionKeys).encrypt(place, {})
    const other = createEncryption(read(`1:${keyOf(9)}`).encryptionKeys)
    expect(() => other.decrypt(place, stored)).to.throw('ENCRYPTION_KEYS has another key under this id')
  })

  it('are not two with one id, as after a rotation that kept the id', () => {
    expect(() => read(`1:${keyOf(2)},1:${keyOf(1)}`)).to.throw(
      ConfigError,
      'ENCRYPTION_KEYS has two keys with the id 1',
    )
    expect(read(`1:${keyOf(1)},1:${keyOf(1)}`).encryptionKeys).to.have.length(2)
  })

  describe('under their former name', () => {
    const readBoth = (keys: Record<string, string>) => readConfig({ DATABASE_URL: 'postgres://nowhere/none', ...keys })

    it('are read if the current name is not set or has the same keys', () => {
      const SEAL_KEYS = `1:${keyOf(1)},2:${keyOf(2)}`
      for (const ENCRYPTION_KEYS of ['', ' ', SEAL_KEYS, SEAL_KEYS.replace(',', ' , ')])
        expect(readBoth({ SEAL_KEYS, ENCRYPTION_KEYS }).encryptionKeys.map(({ id }) => id)).to.deep.equal([1, 2])
    })

    it('are rejected if the current name has others, or the same in another order', () => {
      const [one, two] = [`1:${keyOf(1)}`, `2:${keyOf(2)}`]
      for (const [SEAL_KEYS, ENCRYPTION_KEYS] of [
        [one, two],
        [one, `${one},${two}`],
        [`${one},${two}`, `${two},${one}`],
      ] as const) {
        const problem = 'ENCRYPTION_KEYS and SEAL_KEYS, its former name, have different values'
        expect(() => readBoth({ SEAL_KEYS, ENCRYPTION_KEYS })).to.throw(ConfigError, problem)
      }
    })
  })

  for (const keys of [',', '1', `0:${keyOf(1)}`, `256:${keyOf(1)}`, `1:${Buffer.alloc(31).toString('base64')}`]) {
    it(`are not "${keys}"`, () => {
      expect(() => read(keys)).to.throw(ConfigError, 'ENCRYPTION_KEYS must be')
    })
  }
})
