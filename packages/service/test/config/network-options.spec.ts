import { expect } from 'chai'
import { ConfigError } from '../../src/config/config-error.ts'
import { readConfig } from '../../src/config/read-config.ts'

const needed = { DATABASE_URL: 'postgres://nowhere/none', ENCRYPTION_KEYS: `1:${Buffer.alloc(32).toString('base64')}` }

describe('options of the networks', () => {
  it('are off without a setting', () => {
    const { networks } = readConfig(needed)
    expect(networks.whatsapp.options).to.deep.equal([])
    expect(networks.bluesky.options).to.equal(undefined)
  })

  it('are on or off', () => {
    const read = (value: string) => readConfig({ ...needed, WHATSAPP_DEREGISTER_ON_DISCONNECT: value }).networks
    expect(read('on').whatsapp.options).to.deep.equal(['deregisterOnDisconnect'])
    expect(read('off').whatsapp.options).to.deep.equal([])
    expect(() => read('yes')).to.throw(ConfigError, 'WHATSAPP_DEREGISTER_ON_DISCONNECT is "yes"; it takes on or off.')
  })
})
