import { expect } from 'chai'
import { tiktokApp } from '../../src/tiktok/index.ts'
import { eachTest } from '../fixture.ts'
import { startDouble } from './double.ts'
import { outcome, publishVideo, video, videoUrl } from './publishing.ts'

const app = { app_id: tiktokApp.id, secret: tiktokApp.secret }
const prefix = { property_type: 2, url: 'https://media.example.com/tt/' }

describe('tiktok: URL properties', () => {
  const double = eachTest(startDouble)

  const change = (what: string, url_property_meta: object, who: object = app) =>
    double.post(`/business/property/${what}/`, { ...who, url_property_meta })
  const list = async () => (await double.get('/business/property/list/', app)).data.url_property_info_list

  it('begin with this machine verified', async () => {
    const urls = (await list()).map(({ url, property_status }: Record<string, unknown>) => [url, property_status])
    expect(urls).to.deep.equal([
      ['localhost', 1],
      ['127.0.0.1', 1],
      ['[::1]', 1],
    ])
  })

  it('prove a prefix by a file below it, and let media come from there', async () => {
    const url = 'https://media.example.com/tt/video.mp4'
    double.web.set(url, video())
    const tokens = await double.connect()
    const publish = () => publishVideo(double, tokens, { body: { video_url: url } })
    const added = (await change('add', prefix)).data.url_property_info
    expect(added).to.include({ ...prefix, property_status: 0 })
    expect(await publish())
      .to.have.property('message')
      .that.matches(/ownership is not verified/)
    expect((await change('verify', prefix)).data.url_property_info.property_status).to.equal(2)
    double.web.set(`${prefix.url}${added.file_name}`, Buffer.from(added.signature))
    expect((await change('verify', prefix)).data.url_property_info.property_status).to.equal(1)
    expect(await outcome(double, tokens, await publish())).to.include({ status: 'PUBLISH_COMPLETE' })
    expect((await change('delete', prefix)).data).to.deep.equal({})
    expect((await publish()).code).to.equal(40002)
  })

  it('are not proven by a redirect to the file', async () => {
    const added = (await change('add', prefix)).data.url_property_info
    const file = `${prefix.url}${added.file_name}`
    double.web.set(file, Buffer.from(added.signature))
    double.redirecting.add(file)
    expect((await change('verify', prefix)).data.url_property_info.property_status).to.equal(2)
  })

  it('leave a new domain unproven', async () => {
    const domain = { property_type: 1, url: 'media.example.com' }
    await change('add', domain)
    expect((await change('verify', domain)).data.url_property_info.property_status).to.equal(2)
  })

  it('reject another app, a bad form and what is not there', async () => {
    expect((await change('add', prefix, { ...app, secret: 'x' })).code).to.equal(40101)
    expect((await double.get('/business/property/list/', { ...app, app_id: '1' })).code).to.equal(40101)
    for (const url of [
      'https://media.example.com/tt',
      'http://media.example.com/tt/',
      'media',
      'https://m.example.com/?a=/',
    ])
      expect((await change('add', { property_type: 2, url })).code, url).to.equal(40002)
    expect((await change('add', { property_type: 1, url: 'https://media.example.com' })).code).to.equal(40002)
    expect((await change('add', { property_type: 3, url: 'x' })).code).to.equal(40002)
    expect((await change('verify', prefix)).code).to.equal(40007)
    expect((await change('delete', prefix)).code).to.equal(40007)
  })

  it('can be withdrawn from this machine and given back', async () => {
    double.web.set(videoUrl, video())
    const tokens = await double.connect()
    const own = async (verified: boolean) => double.network.person['url-ownership']?.({ verified })
    await own(false)
    expect((await publishVideo(double, tokens)).code).to.equal(40002)
    await own(true)
    expect((await publishVideo(double, tokens)).code).to.equal(0)
  })
})
