import { featuresOf } from '@carillon/domain'
import { expect } from 'chai'
import { ConfigError } from '../../src/config/config-error.ts'
import { readConfig } from '../../src/config/read-config.ts'
import { checkScopes } from '../../src/operator/check-scopes.ts'

const needed = { DATABASE_URL: 'postgres://nowhere/none', ENCRYPTION_KEYS: `1:${Buffer.alloc(32).toString('base64')}` }

describe('features of the networks', () => {
  it('all of them without a setting', () => {
    const { networks } = readConfig(needed)
    expect(networks.facebook.features).to.deep.equal(featuresOf('facebook'))
    expect(networks.bluesky.features).to.equal(undefined)
  })

  it('only those of the setting', () => {
    const { networks } = readConfig({ ...needed, FACEBOOK_FEATURES: 'publishing, comments' })
    expect(networks.facebook.features).to.deep.equal(['publishing', 'comments'])
  })

  it('a feature that the network does not have ends the start', () => {
    expect(() => readConfig({ ...needed, TIKTOK_FEATURES: 'publishing,ads' })).to.throw(
      ConfigError,
      'TIKTOK_FEATURES has "ads"; it takes publishing, comments, analytics',
    )
  })

  it('the doctor names the permissions of each feature, those that are left out, and the review', () => {
    const config = readConfig({
      ...needed,
      FACEBOOK_CLIENT_ID: '1',
      FACEBOOK_CLIENT_SECRET: '2',
      FACEBOOK_FEATURES: 'publishing',
    })
    const [finding, ...others] = checkScopes({ config })
    expect(others).to.deep.equal([])
    expect(finding?.check).to.equal('scopes facebook')
    expect(finding?.detail)
      .to.contain('publishing: pages_read_engagement, pages_manage_posts, pages_read_user_content')
      .and.to.contain('not requested: comments, messages, analytics, ads, businesses')
      .and.to.contain('App Review')
  })
})
