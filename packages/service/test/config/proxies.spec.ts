import { expect } from 'chai'
import { readConfig } from '../../src/index.ts'

const env = { DATABASE_URL: 'postgres://localhost/x', ENCRYPTION_KEYS: `1:${Buffer.alloc(32, 1).toString('base64')}` }
const read = (text: string) => readConfig({ ...env, TRUSTED_PROXIES: text }).gateway.trustedProxies

describe('TRUSTED_PROXIES', () => {
  it('trusts nobody by itself', () => {
    expect(read('')).to.deep.equal([])
  })
  it('takes addresses and networks', () => {
    expect(read('10.0.0.7, 172.16.0.0/12,::1, fd00::/8')).to.deep.equal([
      ...['10.0.0.7', '172.16.0.0/12'],
      ...['::1', 'fd00::/8'],
    ])
  })
  for (const text of ['true', '1', 'proxy.internal', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '*', '::1/129']) {
    it(`rejects ${text}, naming it`, () => {
      expect(() => read(text)).to.throw(`TRUSTED_PROXIES contains "${text}"`)
    })
  }
})
