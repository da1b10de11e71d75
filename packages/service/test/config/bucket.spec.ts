import { expect } from 'chai'
import { bucketOf } from '../../src/config/bucket-of.ts'
import { ConfigError } from '../../src/config/config-error.ts'
import { readConfig } from '../../src/config/read-config.ts'

const env = {
  DATABASE_URL: 'postgres://localhost/x',
  ENCRYPTION_KEYS: `1:${Buffer.alloc(32).toString('base64')}`,
  S3_BUCKET: 'media',
}

describe('the settings of a bucket', () => {
  it('may leave credentials to the environment of the process', () => {
    expect(readConfig(env).media.s3).to.deep.equal({
      ...{ bucket: 'media', region: 'us-east-1', endpoint: null, credentials: null, presigned: false },
      forcePathStyle: true,
    })
  })

  it('take static keys in pairs only', () => {
    const keys = { S3_ACCESS_KEY_ID: 'AKIA', S3_SECRET_ACCESS_KEY: 'secret' }
    const credentials = { accessKeyId: 'AKIA', secretAccessKey: 'secret' }
    expect(readConfig({ ...env, ...keys }).media.s3?.credentials).to.deep.equal(credentials)
    for (const [name, value] of Object.entries(keys)) {
      expect(() => readConfig({ ...env, [name]: value })).to.throw(ConfigError, 'S3_ACCESS_KEY_ID')
    }
  })

  it('name the bucket in the path of a service other than AWS, unless it wants a host name', () => {
    const styleOf = (more: Record<string, string>) => {
      const { s3 } = readConfig({ ...env, ...more }).media
      return s3 && bucketOf(s3).forcePathStyle
    }
    const elsewhere = { S3_ENDPOINT: 'https://objects.example.com' }
    expect([styleOf({}), styleOf(elsewhere)]).to.deep.equal([undefined, true])
    expect(styleOf({ ...elsewhere, S3_FORCE_PATH_STYLE: 'off' })).to.equal(false)
    expect(() => styleOf({ S3_FORCE_PATH_STYLE: 'virtual' })).to.throw(ConfigError, 'S3_FORCE_PATH_STYLE')
  })

  it('are not ignored without a name', () => {
    const { S3_BUCKET: _, ...without } = env
    expect(readConfig({ ...without, S3_REGION: 'eu-central-1' }).media.s3).to.equal(null)
    for (const name of ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']) {
      const set = { [name]: 'https://objects.example.com' }
      expect(() => readConfig({ ...without, ...set })).to.throw(ConfigError, `Set S3_BUCKET, or remove ${name}`)
    }
  })
})
