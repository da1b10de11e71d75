import { expect } from 'chai'
import { givenEnv } from '../../src/given-env.ts'

describe('the environment of npm start', () => {
  it('has no empty settings', () => {
    const given = givenEnv({ S3_BUCKET: '', MEDIA_DIR: ' ', PUBLIC_URL: 'https://one.example', LOG_LEVEL: undefined })
    expect(Object.keys(given).toSorted()).to.deep.equal(['NO_PROXY', 'PUBLIC_URL', 'no_proxy'])
  })

  it('excludes this machine from a proxy, and what was excluded before', () => {
    const own = 'localhost,127.0.0.1,::1'
    for (const [env, hosts] of [
      [{}, own],
      [{ NO_PROXY: '' }, own],
      [{ NO_PROXY: '.internal, localhost' }, '.internal,localhost,127.0.0.1,::1'],
      [{ NO_PROXY: 'upper', no_proxy: 'lower' }, `lower,${own}`],
    ] as const) {
      expect(givenEnv(env)).to.include({ NO_PROXY: hosts, no_proxy: hosts })
    }
  })
})
