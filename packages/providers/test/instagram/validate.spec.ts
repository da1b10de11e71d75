import type { StagedFile } from '@carillon/domain'
import { expect } from 'chai'
import type { Credentials } from '../../src/instagram/credentials.ts'
import { instagramPublish } from '../../src/instagram/publish.ts'
import { failureOf, intercept, placeOf } from '../fake-call.ts'
import { facebookCredentials, facebookGraph, graph, instagramCredentials, publishCall, singlePost } from './network.ts'
import { facebookScopes, scopes } from './responses.ts'
import { operationsOf, simulate } from './simulated.ts'

describe('a caption on Instagram', () => {
  const check = async (caption: string) => {
    const image = { contentType: 'image/jpeg', base64: {} as StagedFile } as const
    instagramPublish.check?.({ platform: 'instagram', accountId: 'a', caption, image })
  }
  const times = (count: number, text: string) => Array.from({ length: count }, (_, at) => `${text}${at}`).join(' ')

  it('has at most 30 hashtags and 20 mentions', async () => {
    await check(`${times(30, '#größe')} ${times(20, '@anna.b')}`)
    const tags = await failureOf(check(times(31, '#rye')))
    expect(tags).to.include({ code: 'provider_rejected' })
    expect(placeOf(tags)).to.deep.equal({ path: 'caption', bound: { limit: 30, actual: 31 } })
    const mentions = await failureOf(check(times(21, '@anna')))
    expect(placeOf(mentions)).to.deep.equal({ path: 'caption', bound: { limit: 20, actual: 21 } })
  })

  it('may have any number of what is neither, which Instagram itself decides about', async () => {
    await check(times(40, '#'))
    await check(times(40, 'a&#x'))
    await check(`${times(40, 'orders@example.com ')} ${times(40, '@ ')}`)
  })
})

describe('asking whether an Instagram account may publish', () => {
  intercept()

  async function validate(credentials: Credentials, granted: readonly string[]) {
    const call = publishCall(singlePost(), credentials)
    await instagramPublish.validate?.({ ...call, account: { ...call.account, scopes: granted } })
  }

  const logins = [
    [instagramCredentials, scopes, 'instagram_business_content_publish', graph],
    [facebookCredentials, facebookScopes, 'instagram_content_publish', facebookGraph],
  ] as const

  it('names the permission that the user did not grant, which publishing needs, without a call', async () => {
    for (const [credentials, all, needed, host] of logins) {
      const sent = simulate({}, host)
      const error = await failureOf(
        validate(
          credentials,
          all.filter((scope) => scope !== needed),
        ),
      )
      expect(error).to.include({ code: 'connection_expired', outcome: 'not_sent' })
      expect(error).to.have.property('message').that.contains(needed)
      expect(sent).to.deep.equal([])
    }
  })

  it("tells the account's limit when it is reached", async () => {
    for (const [credentials, all, , host] of logins) {
      const sent = simulate({}, host)
      const error = await failureOf(validate(credentials, all))
      expect(error).to.have.property('message').that.contains('50 of the 50 posts')
      expect(error).to.include({ code: 'provider_rejected', retryAfter: 3600 })
      expect(operationsOf(sent)).to.equal('limit')
    }
  })

  it('passes an account that is under its limit', async () => {
    for (const [credentials, all, , host] of logins) {
      const sent = simulate({ limit: [{ data: [{ quota_usage: 49, config: { quota_total: 50 } }] }] }, host)
      await validate(credentials, all)
      expect(operationsOf(sent)).to.equal('limit')
    }
  })
})
