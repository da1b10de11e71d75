import { type ErrorCode, errorCodes, ServiceError } from '@carillon/errors'
import { expect } from 'chai'
import {
  badBase64Code,
  billingRejection,
  type Capability,
  capabilities,
  isPlatform,
  platforms,
  platformsWith,
  rejectionCode,
  requireSupport,
  supports,
} from '../src/index.ts'

const rows = Object.keys(capabilities) as Capability[]

/** What the specification says of each row: which networks support it, and the code for all others. */
const promised: Record<Capability, [able: string, rejection: ErrorCode]> = {
  connect: ['instagram tiktok facebook youtube x bluesky', 'provider_not_supported'],
  'connect.signup': ['whatsapp', 'provider_not_supported'],
  'accounts.switches': ['x', 'not_supported'],
  'posts.list': ['instagram tiktok facebook youtube x bluesky', 'unsupported_platform'],
  'posts.publish': ['instagram tiktok facebook youtube x bluesky', 'unsupported_platform'],
  'posts.upload': ['instagram tiktok facebook', 'unsupported_platform'],
  'posts.schedule': ['', 'unsupported_feature'],
  'posts.delete': ['facebook youtube x bluesky', 'not_supported'],
  'comments.list': ['instagram tiktok facebook youtube', 'unsupported_platform'],
  'comments.cursor': ['tiktok youtube', 'not_supported'],
  'comments.reply': ['instagram tiktok facebook youtube', 'unsupported_platform'],
  'comments.comment': ['tiktok facebook youtube', 'not_supported'],
  'comments.hide': ['instagram tiktok facebook youtube', 'unsupported_platform'],
  'comments.like': ['tiktok', 'not_supported'],
  'comments.delete': ['instagram tiktok facebook youtube', 'unsupported_platform'],
  'comments.banAuthor': ['youtube', 'not_supported'],
  'messages.list': ['instagram facebook whatsapp', 'unsupported_platform'],
  'messages.send': ['instagram facebook whatsapp', 'provider_not_supported'],
  'messages.send.text': ['instagram facebook', 'provider_not_supported'],
  'messages.send.template': ['whatsapp', 'provider_not_supported'],
  'analytics.account-insights': ['instagram tiktok', 'unsupported_platform'],
  'analytics.account-analytics': ['tiktok', 'unsupported_platform'],
  'analytics.page-metrics': ['facebook', 'unsupported_platform'],
  'analytics.channel-insights': ['youtube', 'unsupported_platform'],
  'analytics.video-insights': ['tiktok youtube', 'unsupported_platform'],
  ads: ['facebook', 'unsupported_platform'],
  usage: ['x', 'unsupported_platform'],
}

describe('the matrix', () => {
  it('has the rows that are promised', () => expect(rows).to.have.members(Object.keys(promised)))

  for (const row of rows) {
    const able = promised[row][0].split(' ').filter(Boolean)
    for (const platform of platforms) {
      if (able.includes(platform)) {
        it(`${row}: ${platform} can`, () => {
          expect(supports(row, platform)).to.equal(true)
          expect(platformsWith(row)).to.include(platform)
          expect(() => requireSupport(row, platform)).to.not.throw()
        })
      } else {
        it(`${row}: ${platform} is rejected`, () => {
          expect(supports(row, platform)).to.equal(false)
          expect(platformsWith(row)).to.not.include(platform)
          const reject = () => requireSupport(row, platform)
          expect(reject).to.throw(ServiceError).with.property('code', promised[row][1])
          expect(reject).to.throw(ServiceError).with.property('status', 422)
          expect(reject).to.throw(`not available on ${platform}`)
        })
      }
    }

    it(`${row}: names who can in the order of the platforms`, () => {
      expect(platformsWith(row)).to.deep.equal(platforms.filter((platform) => able.includes(platform)))
      expect(rejectionCode(row)).to.equal(promised[row][1])
      expect(errorCodes).to.include(rejectionCode(row))
      const cells = Object.keys(capabilities[row].cells)
      expect(cells).to.have.members([...platforms])
    })
  }

  it('knows its networks', () => {
    for (const platform of platforms) expect(isPlatform(platform)).to.equal(true)
    for (const other of ['X', 'twitter', '', 'constructor', null, undefined, 7, ['x']])
      expect(isPlatform(other)).to.equal(false)
  })

  it('names the code of invalid base64', () => {
    for (const platform of platforms) {
      const code = platform === 'x' ? 'invalid_media' : 'invalid_request'
      expect(badBase64Code('posts.publish', platform)).to.equal(code)
    }
  })

  it('names the network that needs a card', () => {
    expect(platforms.filter((platform) => billingRejection(platform) !== undefined)).to.deep.equal(['x'])
    expect(billingRejection('x')).to.equal('x_billing_required')
  })
})
