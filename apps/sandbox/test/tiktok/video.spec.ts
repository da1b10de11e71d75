import { expect } from 'chai'
import { measureVideo } from '../../src/tiktok/publish/video.ts'
import { checkVideo } from '../../src/tiktok/publish/video-complaint.ts'
import { video } from './publishing.ts'

/** The same video at another speed: the image track counts its time in other units. */
function faster(times: number): Buffer {
  const bytes = Buffer.from(video())
  const timescale = bytes.indexOf('mdhd') + 16
  bytes.writeUInt32BE(bytes.readUInt32BE(timescale) * times, timescale)
  return bytes
}

describe('tiktok: videos', () => {
  it('are measured', () => {
    expect(measureVideo(video())).to.deep.equal({ seconds: 6, width: 360, height: 640, framesPerSecond: 30 })
    expect(measureVideo(Buffer.from('nothing of the kind'))).to.equal(undefined)
  })

  it('need 23 to 60 frames a second', () => {
    expect(checkVideo(faster(2), 600).reason).to.equal(null)
    expect(checkVideo(faster(3), 600).reason).to.equal('frame_rate_check_failed')
    expect(checkVideo(faster(0.5), 600).reason).to.equal('frame_rate_check_failed')
  })

  it('may last as long as network and creator allow', () => {
    expect(checkVideo(video(), 6).reason).to.equal(null)
    expect(checkVideo(video(), 5).reason).to.equal('duration_check_failed')
  })

  it('may be WebM', () => {
    const webm = Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x42, 0x82, 0x84]), Buffer.from('webm')])
    expect(checkVideo(webm, 600)).to.deep.equal({ reason: null, seconds: null })
    const matroska = Buffer.concat([webm.subarray(0, 7), Buffer.from('matroska')])
    expect(checkVideo(matroska, 600).reason).to.equal('file_format_check_failed')
  })
})
