import { expect } from 'chai'
import { allTests } from '../fixture.ts'
import { PAGE_SCOPES, pageAccess, startRig } from './rig.ts'

describe('the Graph API: calls in general', () => {
  const rig = allTests(startRig)
  const page = allTests(() => pageAccess(rig, { scopes: PAGE_SCOPES }))

  it('rejects a path that goes on after the edge, except for the name of a permission', async () => {
    const longer = await rig.get(`${page.url}/published_posts/more`, { access_token: page.token })
    expect([longer.status, longer.body.error?.code]).to.deep.equal([400, 2500])
    const me = `${rig.urls.facebook}/v25.0/me/permissions/email`
    const remove = (url: string) => rig.send(`${url}?access_token=${page.user}`, { method: 'DELETE' })
    expect((await remove(`${me}/more`)).body.error?.code).to.equal(2500)
    expect((await remove(me)).body.error.code).to.equal(100)
  })

  it('rejects conditional reads, which no version supports any more', async () => {
    const headers = { 'if-none-match': '"1"' }
    const { status, body } = await rig.send(`${page.url}?access_token=${page.token}`, { headers })
    expect([status, body.error.code]).to.deep.equal([400, 100])
  })

  it('rejects an index of a list that no list reaches', async () => {
    for (const index of ['1000', '4294967294', '99999999999999999999']) {
      const form = { access_token: page.token, [`attached_media[${index}]`]: '{"media_fbid":"1"}' }
      const { status, body } = await rig.post(`${page.url}/feed`, form)
      expect([status, body.error?.code], index).to.deep.equal([400, 100])
    }
  })

  it('does not count the indexes of a list that were left out', async () => {
    const photo = await rig.post(`${page.url}/photos`, {
      access_token: page.token,
      url: 'https://media.example/none.jpg',
    })
    expect(photo.body.error.code).to.equal(324)
    const form = { access_token: page.token, 'attached_media[3]': '{"media_fbid":"1"}' }
    const { body } = await rig.post(`${page.url}/feed`, form)
    expect(body.error.error_user_msg).to.equal('Photo 1 cannot be attached')
  })
  it('takes the list in the body if the query has one of the same name', async () => {
    const query = `attached_media[0]=${encodeURIComponent('{"media_fbid":"1"}')}`
    const form = { access_token: page.token, 'attached_media[]': '{"media_fbid":"2"}' }
    const { body } = await rig.post(`${page.url}/feed?${query}`, form)
    expect(body.error.error_user_msg).to.equal('Photo 2 cannot be attached')
  })
})
