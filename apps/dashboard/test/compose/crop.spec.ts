import { expect } from 'chai'
import { frameFor, hintsFor, type MediaRule, ratioWords } from '../../app/pages/compose/form/crop.ts'

const still: MediaRule = {
  field: 'image',
  contentTypes: ['image/jpeg', 'image/png'],
  requirement: { minRatio: 0.75, maxRatio: 1.911 },
  delivery: { contentTypes: ['image/jpeg'], maxBytes: 8_000_000, maxWidth: 1440 },
}
const reel: MediaRule = {
  field: 'reel',
  contentTypes: ['video/mp4'],
  requirement: { minRatio: 0.55, maxRatio: 0.575, minWidth: 540, minHeight: 960 },
}
const photo = { contentType: 'image/jpeg', bytes: 90_000, width: 1000, height: 1000 }
const words = (media: object, rule: MediaRule) =>
  hintsFor({ ...photo, ...media }, [{ name: 'A network', rules: [rule] }]).map((hint) => hint.words)

describe('what a network takes of an image or a video', () => {
  it('writes ratios as people do', () => {
    expect([9 / 16, 0.75, 1, 1.911, 3, 0.2].map(ratioWords)).to.deep.equal([
      '9:16',
      '3:4',
      '1:1',
      '1.91:1',
      '3:1',
      '1:5.00',
    ])
  })

  it('draws the largest part in the middle that fits', () => {
    expect(frameFor({ width: 1000, height: 1000 }, still.requirement)).to.equal(null)
    expect(frameFor({ width: 300, height: 800 }, still.requirement)).to.deep.equal({
      left: 0,
      top: 0.25,
      width: 1,
      height: 0.5,
    })
    const wide = frameFor({ width: 3822, height: 1000 }, still.requirement)
    expect(wide).to.include({ top: 0, width: 0.5, height: 1, left: 0.25 })
  })

  it('says what has to be cropped, and to which size', () => {
    expect(words({ width: 300, height: 800 }, still)).to.deep.equal([
      'takes 3:4 to 1.91:1, and this is 1:2.67. Crop it to 300 × 400 px, as drawn.',
    ])
    expect(words({ contentType: 'video/mp4', width: 1920, height: 1080 }, reel)[0]).to.match(
      /^takes about 9:16, and this is 16:9\. Crop it to 608 × 1080 px/,
    )
  })

  it('says what is converted, and that nothing is cut off then', () => {
    expect(words({}, still)).to.deep.equal([])
    expect(words({ contentType: 'image/png', width: 2880, height: 2880, bytes: 9_000_000 }, still)).to.deep.equal([
      'gets it scaled to 1440 × 1440 px and converted to JPEG and compressed to 8 MB; nothing is cut off.',
    ])
  })

  it('says what is too small, and nothing about types that the network does not take', () => {
    expect(words({ contentType: 'video/mp4', width: 270, height: 480 }, reel)).to.deep.equal([
      'takes 540 × 960 px or more, and this is 270 × 480 px.',
    ])
    expect(words({ contentType: 'image/gif' }, still)).to.deep.equal([])
  })
})
