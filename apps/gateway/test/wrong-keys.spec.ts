import { ServiceError } from '@carillon/errors'
import { expect } from 'chai'
import { startGateway, type TestGateway } from './test-gateway.ts'

describe('wrong keys', () => {
  let gateway: TestGateway
  afterEach(() => gateway.close())

  it('from one address end in 429 with Retry-After, and a right one passes all the same', async () => {
    gateway = await startGateway({ env: { WRONG_KEYS_PER_MINUTE: '1' } })
    const wrong = () => gateway.ask('GET', '/api/v1/profiles', { authorization: 'Bearer wrong' })
    const replies = [await wrong(), await wrong(), await wrong()]
    // A new minute may begin between any two of them, but not twice.
    const rejected = replies.filter(({ status }) => status === 429)
    expect(replies[0]?.status).to.equal(401)
    expect(rejected).not.to.deep.equal([])
    for (const { body, headers } of rejected) {
      expect(body.error.code).to.equal('rate_limited')
      expect(Number(headers.get('retry-after'))).to.be.within(1, 60)
      expect(headers.get('www-authenticate')).to.equal(null)
    }
    expect((await gateway.ask('GET', '/api/v1/profiles')).status).to.equal(200)
  })

  describe('are counted', () => {
    const seen: (string | undefined)[] = []
    const start = async (TRUSTED_PROXIES: string) => {
      seen.length = 0
      gateway = await startGateway({
        env: { TRUSTED_PROXIES },
        replace: () => ({
          async authenticate(_context, _header, from) {
            seen.push(from)
            throw new ServiceError('unauthorized', 'no')
          },
        }),
      })
    }
    const from = (claimed: string) =>
      gateway.ask('GET', '/api/v1/profiles', { headers: { 'x-forwarded-for': claimed } })

    it('by connection, whatever a caller claims to be', async () => {
      await start('')
      await from('203.0.113.1')
      expect(seen).to.deep.equal(['127.0.0.1'])
    })

    for (const [what, claimed, counted] of [
      ['by what a trusted proxy says', '203.0.113.1', '203.0.113.1'],
      ['by the address before the trusted proxies', '203.0.113.1, 10.0.0.7', '203.0.113.1'],
      ['without what a caller put in front', '192.0.2.9, 203.0.113.1', '203.0.113.1'],
      ['by address of version 6', '2001:db8::1', '2001:db8::1'],
      ['by address, however it is written', '2001:DB8:0:00:9::2%eth0', '2001:db8::9:0:0:2'],
      ['as version 4 where they are that in disguise', '::ffff:203.0.113.9', '203.0.113.9'],
      ['as version 4 where the disguise is in hexadecimal digits', '::FFFF:CB00:7109', '203.0.113.9'],
      ['as version 4 where the disguise is written in full', '0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
      ['together where a proxy knows none', 'unknown', ''],
      ['together where the mapped IPv4 address does not exist', '::ffff:999.1.1.1', ''],
    ] as const) {
      it(what, async () => {
        await start('127.0.0.0/8, 10.0.0.7')
        await from(claimed)
        expect(seen).to.deep.equal([counted])
      })
    }
  })
})
