import { expect } from 'chai'
import nock from 'nock'
import type { Dialect } from '../src/call-network.ts'
import { adsDialect } from '../src/facebook/ads/errors.ts'
import { listDialect } from '../src/facebook/comments/errors.ts'
import { publishDialect, readDialect, reportDialect } from '../src/facebook/errors.ts'
import { messageDialect } from '../src/facebook/messages.ts'
import { listDialect as instagramCommentsDialect } from '../src/instagram/comments/errors.ts'
import { instagramConnect } from '../src/instagram/connect.ts'
import { instagramDialect } from '../src/instagram/errors.ts'
import { loginDialect } from '../src/meta/login-errors.ts'
import { sendDialect } from '../src/whatsapp/errors.ts'
import { stepDialect } from '../src/whatsapp/signup/errors.ts'
import { listDialect as videoCommentsDialect } from '../src/youtube/comments/errors.ts'
import { youtubeDialect, reportDialect as youtubeReportDialect } from '../src/youtube/errors.ts'
import { judge } from './error-table.ts'
import { failureOf, intercept } from './fake-call.ts'
import { appCall, facebookCredentials, facebookGraph, graph, instagramCredentials } from './instagram/network.ts'

/**
 * Responses of Meta while it blocks an app, such as one whose yearly review is overdue. Apps were blocked for weeks and then
 * worked again with the tokens that they had: https://lightwidget.com/restriction-post-mortem (read 2026-11-29). The texts
 * are those of several integrations; Meta does not document them.
 */
const blocked = ['API access blocked.', 'API access deactivated. To reactivate it, go to the app dashboard.'].map(
  (message) => ({ error: { message, type: 'OAuthException', code: 200, fbtrace_id: 'AlDDQr1uZSKx6XygxOyZKxT' } }),
)

/** https://github.com/googleapis/googleapis/blob/master/google/api/error_reason.proto (read 2026-11-29) */
const suspended = ['CONSUMER_SUSPENDED', 'CONSUMER_INVALID', 'BILLING_DISABLED', 'SERVICE_DISABLED'].map((reason) => ({
  error: {
    code: 403,
    message: "Permission denied: Consumer 'project_number:123456789' has been suspended.",
    errors: [{ message: 'Permission denied', domain: 'global', reason: 'forbidden' }],
    status: 'PERMISSION_DENIED',
    details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com' }],
  },
}))

const dialects: [string, Dialect, object[]][] = [
  ['reads of Facebook', readDialect, blocked],
  ['comments of Facebook', listDialect, blocked],
  ['changes of Facebook', publishDialect, blocked],
  ['reports of Facebook', reportDialect, blocked],
  ['messages of Facebook', messageDialect, blocked],
  ['ads', adsDialect, blocked],
  ['Instagram', instagramDialect, blocked],
  ['comments of Instagram', instagramCommentsDialect, blocked],
  ['templates of WhatsApp', sendDialect, blocked],
  ['a sign-up at WhatsApp', stepDialect, blocked],
  ['a login with Facebook', loginDialect('facebook', { fields: {} }), blocked],
  ['YouTube', youtubeDialect, suspended],
  ['comments of YouTube', videoCommentsDialect, suspended],
  ['reports of YouTube', youtubeReportDialect, suspended],
]

describe('an app that its network has blocked', () => {
  for (const [what, dialect, bodies] of dialects) {
    it(`is the operator's concern, and no permission that a user could grant: ${what}`, () => {
      for (const body of bodies) {
        const error = judge(dialect, { status: 403, body })
        expect(error?.code).to.be.oneOf(['provider_not_configured', 'provider_error'])
        expect(error).to.include({ outcome: 'rejected', tokenRejected: false })
        expect(error?.message).to.contain("deployment's app")
      }
    })
  }

  for (const dialect of [readDialect, listDialect, instagramDialect, instagramCommentsDialect]) {
    it(`is provider_not_configured where posts and comments are read: ${dialect.network}`, () => {
      for (const body of blocked)
        expect(judge(dialect, { status: 403, body })?.code).to.equal('provider_not_configured')
    })
  }

  describe('and the refresh of an Instagram account', () => {
    intercept()

    for (const [what, host, credentials] of [
      ['itself', graph, instagramCredentials],
      ['through Facebook', facebookGraph, facebookCredentials],
    ] as const) {
      it(`does not end the connection, which works again with the app: ${what}`, async () => {
        nock(host).persist().get(/.*/).reply(400, blocked[0])
        const error = await failureOf(instagramConnect.refresh(appCall(), credentials))
        nock.cleanAll()
        expect(error['code']).to.be.oneOf(['provider_not_configured', 'provider_error'])
      })
    }
  })
})
