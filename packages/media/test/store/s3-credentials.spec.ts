import { writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { join } from 'node:path'
import { expect } from 'chai'
import { openS3Store } from '../../src/store/open-s3.ts'
import { scratchDir } from './scratch.ts'

const fileId = '01900000-0000-7000-8000-000000000001'
const expires = new Date(Date.now() + 3_600_000).toISOString()
const given = { AccessKeyId: 'ASIAROLE', SecretAccessKey: 'secret', Token: 'session', Expiration: expires }

/**
 * What each source of credentials responds with.
 * @see https://docs.aws.amazon.com/sdkref/latest/guide/feature-container-credentials.html (from the SDK's source, read 2026-11-23)
 * @see https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRoleWithWebIdentity.html (from the SDK's source, read 2026-11-23)
 * @see https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/instance-metadata-security-credentials.html (from the SDK's source, read 2026-11-23)
 */
const responses: Record<string, string> = {
  'GET /container': JSON.stringify(given),
  'POST /': `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleWithWebIdentityResult>
    <Credentials><AccessKeyId>ASIAROLE</AccessKeyId><SecretAccessKey>secret</SecretAccessKey><SessionToken>session</SessionToken>
    <Expiration>${expires}</Expiration></Credentials></AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`,
  'PUT /latest/api/token': 'metadata-token',
  'GET /latest/meta-data/iam/security-credentials/': 'media-role',
  'GET /latest/meta-data/iam/security-credentials/media-role': JSON.stringify({ Code: 'Success', ...given }),
}

describe('credentials of the S3 store without static keys', () => {
  let http: Server
  let url = ''
  let asked: string[] = []
  let signed: IncomingMessage['headers'] = {}
  let scratch: Awaited<ReturnType<typeof scratchDir>>
  const names = Object.keys(process.env).filter((name) => name.startsWith('AWS_'))
  const before_ = Object.fromEntries(names.map((name) => [name, process.env[name]]))

  before(async () => {
    scratch = await scratchDir()
    await writeFile(join(scratch.dir, 'token'), 'web-identity-token')
    http = createServer((request, response) => {
      const call = `${request.method} ${request.url}`
      request.resume()
      if (request.url?.startsWith('/bucket/')) {
        signed = request.headers
        response.writeHead(200, { 'content-length': '7', 'last-modified': new Date().toUTCString() }).end()
        return
      }
      asked.push(call)
      response.writeHead(call in responses ? 200 : 404).end(responses[call] ?? '')
    })
    await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))
    const address = http.address()
    url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  })
  beforeEach(() => {
    for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name]
    // Files of the user who runs the tests are not part of them.
    process.env['AWS_CONFIG_FILE'] = process.env['AWS_SHARED_CREDENTIALS_FILE'] = join(scratch.dir, 'none')
    asked = []
    signed = {}
  })
  after(async () => {
    for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name]
    Object.assign(process.env, before_)
    await new Promise((done) => {
      http.close(done)
      http.closeAllConnections()
    })
    await scratch.clean()
  })

  const sources: [name: string, env: () => Record<string, string>, calls: string[]][] = [
    ['a container', () => ({ AWS_CONTAINER_CREDENTIALS_FULL_URI: `${url}/container` }), ['GET /container']],
    [
      'web identity',
      () => ({
        AWS_WEB_IDENTITY_TOKEN_FILE: join(scratch.dir, 'token'),
        AWS_ROLE_ARN: 'arn:aws:iam::123456789012:role/media',
        AWS_ENDPOINT_URL_STS: url,
      }),
      ['POST /'],
    ],
    [
      'the metadata of an instance',
      () => ({ AWS_EC2_METADATA_SERVICE_ENDPOINT: url }),
      Object.keys(responses).filter((call) => call.includes('/latest/')),
    ],
  ]
  for (const [name, env, calls] of sources) {
    it(`come from ${name}`, async () => {
      Object.assign(process.env, env())
      const store = await openS3Store({ bucket: 'bucket', region: 'eu-north-1', endpoint: url, forcePathStyle: true })
      expect(await store.stat(fileId)).to.include({ bytes: 7 })
      expect(asked).to.deep.equal(calls)
      expect(signed.authorization).to.include('Credential=ASIAROLE/').and.to.include('/eu-north-1/s3/')
      expect(signed['x-amz-security-token']).to.equal('session')
    })
  }

  it('come from the environment', async () => {
    Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'AKIAENV', AWS_SECRET_ACCESS_KEY: 'secret' })
    const store = await openS3Store({ bucket: 'bucket', region: 'eu-north-1', endpoint: url, forcePathStyle: true })
    await store.stat(fileId)
    expect(signed.authorization).to.include('Credential=AKIAENV/')
  })
})
