import { expect } from 'chai'
import { ConfigError } from '../../src/config/config-error.ts'
import { readConfig } from '../../src/config/read-config.ts'

const needed = { DATABASE_URL: 'postgres://nowhere/none', ENCRYPTION_KEYS: `1:${Buffer.alloc(32).toString('base64')}` }

describe('settings that are numbers', () => {
  it('take their bounds', () => {
    for (const niceness of [0, 19]) {
      expect(readConfig({ ...needed, WORKER_NICENESS: String(niceness) }).worker.niceness).to.equal(niceness)
    }
    expect(readConfig({ ...needed, WORKER_CONCURRENCY: '1' }).worker.concurrency).to.equal(1)
  })

  const outside = {
    'below the minimum': [{ WORKER_CONCURRENCY: '0' }, 'WORKER_CONCURRENCY is "0"; it must be a number of 1 or more.'],
    'above the maximum': [{ WORKER_NICENESS: '20' }, 'WORKER_NICENESS is "20"; it must be a number of 19 or less.'],
    'no port': [{ GATEWAY_PORT: '99999' }, 'GATEWAY_PORT is "99999"; it must be a number of 65535 or less.'],
    'a part of a port': [{ WORKER_PORT: '8081.5' }, 'WORKER_PORT is "8081.5"; it must be an integer.'],
    'a part of a request': [{ REQUESTS_PER_MINUTE: '600.5' }, 'REQUESTS_PER_MINUTE is "600.5"; it must be an integer.'],
    'a part of a row': [
      { REQUESTS_PER_ORGANIZATION: '50.5' },
      'REQUESTS_PER_ORGANIZATION is "50.5"; it must be an integer.',
    ],
    'a part of a job': [{ WORKER_CONCURRENCY: '1.5' }, 'WORKER_CONCURRENCY is "1.5"; it must be an integer.'],
    'no number': [{ WORKER_NICENESS: 'low' }, 'WORKER_NICENESS is "low"; it must be a number of 0 or more.'],
  } as const
  for (const [what, [setting, message]] of Object.entries(outside)) {
    it(`one that is ${what} ends the start`, () => {
      expect(() => readConfig({ ...needed, ...setting })).to.throw(ConfigError, message)
    })
  }
})

describe('settings that are URLs or origins', () => {
  const invalid = [
    { BILLING_URL: 'billing' },
    { S3_BUCKET: 'media', S3_ENDPOINT: 'minio:9000' },
    { MEDIA_ALLOWED_ORIGINS: 'https://media.internal/' },
    { MEDIA_ALLOWED_ORIGINS: 'media.internal' },
    { MEDIA_ALLOWED_ORIGINS: 'https://*.internal' },
    { PUBLIC_URL: 'https://api.example.com/carillon' },
    { PUBLIC_URL: 'https://api.example.com/?region=eu' },
    { PUBLIC_URL: 'https://api.example.com/#api' },
    { PUBLIC_URL: 'https://carillon@api.example.com' },
  ]
  for (const settings of invalid) {
    const [name = ''] = Object.keys(settings).slice(-1)
    it(`end the start with the name of one that is invalid: ${JSON.stringify(settings)}`, () => {
      expect(() => readConfig({ ...needed, ...settings })).to.throw(ConfigError, name)
    })
  }

  it('are taken as they are', () => {
    const origins = ['http://127.0.0.1:8090', 'http://media.internal:*']
    const settings = { BILLING_URL: 'https://pay.example.com/card', MEDIA_ALLOWED_ORIGINS: origins.join(',') }
    const { billingUrl, media } = readConfig({ ...needed, ...settings })
    expect([billingUrl, media.allowedOrigins]).to.deep.equal([settings.BILLING_URL, origins])
  })
})

describe('HOST', () => {
  const read = (HOST: string) => readConfig({ ...needed, HOST })
  const hosts = {
    '127.0.0.1': '127.0.0.1',
    '0.0.0.0': '0.0.0.0',
    '::1': '::1',
    '[::1]': '::1',
    localhost: 'localhost',
    'gateway_1.internal': 'gateway_1.internal',
  }
  for (const [given, host] of Object.entries(hosts)) {
    it(`takes ${given}`, () => {
      const { gateway, worker } = read(given)
      expect([gateway.host, worker.host]).to.deep.equal([host, host])
    })
  }
  for (const given of [
    '[::1',
    '[127.0.0.1]',
    '[::1]:8080',
    '127.0.0.1:8080',
    'http://127.0.0.1',
    '::g',
    'fe80::1%eth0',
    '*',
  ]) {
    it(`rejects ${given}, naming it`, () => {
      expect(() => read(given)).to.throw(
        ConfigError,
        `HOST is "${given}"; it takes an IP address such as 127.0.0.1 or ::1, without a port.`,
      )
    })
  }
})

describe('a setting that had another name', () => {
  const keys = (id: number) => `${id}:${Buffer.alloc(32, id).toString('base64')}`
  const idsOf = (env: Record<string, string>) =>
    readConfig({ DATABASE_URL: needed.DATABASE_URL, ...env }).encryptionKeys.map(({ id }) => id)

  it('is read under both', () => {
    expect(idsOf({ SEAL_KEYS: keys(1) })).to.deep.equal([1])
    expect(idsOf({ ENCRYPTION_KEYS: keys(2) })).to.deep.equal([2])
    expect(() => idsOf({})).to.throw(ConfigError, 'ENCRYPTION_KEYS is not set')
  })
})
