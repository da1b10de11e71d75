import { expect } from 'chai'
import { eachTest } from '../fixture.ts'
import { startDouble, type Tokens } from './double.ts'
import { newestPost, outcome, photo, photoInfo, photoUrl, publishPhotos } from './publishing.ts'

describe('tiktok: publishing photos', () => {
  const double = eachTest(startDouble)
  let tokens: Tokens

  beforeEach(async () => {
    double.web.set(photoUrl(0), await photo('jpeg'))
    double.web.set(photoUrl(1), await photo('webp'))
    tokens = await double.connect()
  })

  it('pulls the images and holds every setting', async () => {
    const accepted = await publishPhotos(double, tokens, {
      body: { photo_cover_index: 1 },
      info: { title: 'Two', caption: 'Cakes', auto_add_music: true, is_branded_content: true, disable_comment: true },
    })
    expect(accepted.data.share_id).to.match(/^p_pub_url~v1\.\d+$/)
    expect(await outcome(double, tokens, accepted)).to.deep.equal({ status: 'PUBLISH_COMPLETE' })
    const post = await newestPost(double)
    expect(post).to.include({
      title: 'Two',
      text: 'Cakes',
      mediaType: 'PHOTO',
      privacyLevel: 'PUBLIC_TO_EVERYONE',
      photoCoverIndex: 1,
      autoAddMusic: true,
      isBrandedContent: true,
      disableComment: true,
      draft: false,
    })
    expect(post.media.map(({ bytes }: { bytes: number }) => bytes)).to.deep.equal(
      [0, 1].map((index) => double.web.get(photoUrl(index))?.length),
    )
    expect(post.coverUrl).to.equal(post.media[1].url)
  })

  it('keeps title and caption of a draft only', async () => {
    const info = { is_draft: true, title: 'T', caption: 'C', auto_add_music: true }
    const accepted = await publishPhotos(double, tokens, { info })
    expect(await outcome(double, tokens, accepted)).to.deep.equal({ status: 'SEND_TO_USER_INBOX' })
    expect(await newestPost(double)).to.include({ draft: true, title: 'T', text: 'C', autoAddMusic: false })
  })

  it('needs video.upload for a draft', async () => {
    const publisher = await double.connect('lena.bakes', ['video.publish'])
    expect((await publishPhotos(double, publisher, { info: { is_draft: true } })).code).to.equal(40130)
  })

  for (const [name, ask] of Object.entries({
    'no privacy level': { info: { privacy_level: undefined } },
    'an audience for private accounts': { info: { privacy_level: 'FOLLOWER_OF_CREATOR' } },
    'an unknown audience': { info: { privacy_level: 'EVERYBODY' } },
    'missing brand flags': { body: { post_info: { privacy_level: photoInfo.privacy_level } } },
    'the draft flag of videos': { info: { upload_to_draft: true } },
    'a flag for AI': { info: { is_ai_generated: true } },
    'a title of 91 units': { info: { title: 'x'.repeat(91) } },
    'a caption of 4001 units': { info: { caption: 'x'.repeat(4001) } },
    '31 mentions': { info: { caption: '@rye '.repeat(31) } },
    'no images': { body: { photo_images: [] } },
    '36 images': { body: { photo_images: Array.from({ length: 36 }, () => photoUrl(0)) } },
    'a cover that is not there': { body: { photo_cover_index: 2 } },
    'an image of nobody known': { body: { photo_images: [photoUrl(0), 'https://media.example.com/1.jpg'] } },
  }))
    it(`rejects ${name} at once`, async () => {
      expect((await publishPhotos(double, tokens, ask)).code).to.equal(40002)
      expect((await double.settled()).publishes).to.deep.equal([])
    })

  it('takes 35 images', async () => {
    const photo_images = Array.from({ length: 35 }, () => photoUrl(0))
    const accepted = await publishPhotos(double, tokens, { body: { photo_images, photo_cover_index: 34 } })
    expect(await outcome(double, tokens, accepted)).to.include({ status: 'PUBLISH_COMPLETE' })
  })

  it('offers a private account its own audiences', async () => {
    const quiet = await double.connect('quiet.corner')
    expect((await publishPhotos(double, quiet)).code).to.equal(40002)
    expect((await publishPhotos(double, quiet, { info: { privacy_level: 'FOLLOWER_OF_CREATOR' } })).code).to.equal(0)
  })

  it('never tells the id of a post that not everybody sees, nor lists it', async () => {
    const accepted = await publishPhotos(double, tokens, { info: { privacy_level: 'SELF_ONLY' } })
    await outcome(double, tokens, accepted)
    double.advance(3_600_000)
    expect(await outcome(double, tokens, accepted)).to.deep.equal({ status: 'PUBLISH_COMPLETE' })
    const video_ids = [(await newestPost(double)).id]
    const listed = await double.account(tokens).get('/business/video/list/', { filters: JSON.stringify({ video_ids }) })
    expect(listed.data.videos).to.deep.equal([])
  })

  for (const [name, make, reason] of [
    ['nothing at the link', undefined, 'photo_pull_failed'],
    ['a PNG', () => photo('png'), 'file_format_check_failed'],
    ['no image', async () => Buffer.from('<html></html>'), 'file_format_check_failed'],
    ['an image too wide', () => photo('jpeg', { width: 1921, height: 1080 }), 'picture_size_check_failed'],
    ['a square too large', () => photo('jpeg', { width: 1081, height: 1081 }), 'picture_size_check_failed'],
  ] as const)
    it(`fails afterwards for ${name}`, async () => {
      if (make) double.web.set(photoUrl(1), await make())
      else double.web.delete(photoUrl(1))
      const accepted = await publishPhotos(double, tokens)
      expect(await outcome(double, tokens, accepted)).to.deep.equal({ status: 'FAILED', reason })
    })

  it('takes an image of 1920 by 1080', async () => {
    double.web.set(photoUrl(0), await photo('jpeg', { width: 1920, height: 1080 }))
    expect(await outcome(double, tokens, await publishPhotos(double, tokens))).to.include({
      status: 'PUBLISH_COMPLETE',
    })
  })
})
