import { expect } from 'chai'
import { ConfigError } from '../../src/config/config-error.ts'
import { readConfig } from '../../src/config/read-config.ts'

const needed = { DATABASE_URL: 'postgres://nowhere/none', ENCRYPTION_KEYS: `1:${Buffer.alloc(32).toString('base64')}` }

describe('hosts of the networks', () => {
  it('are URLs, without a slash at the end', () => {
    const read = (value: string) => readConfig({ ...needed, X_HOST_API: value }).networks.x.hosts['api']
    expect(read('http://localhost:9000/')).to.equal('http://localhost:9000')
    // Without a scheme, the name of the host would be taken for it.
    expect(() => read('localhost:9000')).to.throw(ConfigError, 'X_HOST_API is "localhost:9000"; it takes a URL')
  })
})

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
