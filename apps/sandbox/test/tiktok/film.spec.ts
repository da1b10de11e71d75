import { expect } from 'chai'
import { measureFilm } from '../../src/tiktok/film.ts'
import { judgeFilm } from '../../src/tiktok/film-complaint.ts'
import { film } from './publishing.ts'

/** The same film at another speed: the picture track counts its time in other units. */
function faster(times: number): Buffer {
  const bytes = Buffer.from(film())
  const timescale = bytes.indexOf('mdhd') + 16
  bytes.writeUInt32BE(bytes.readUInt32BE(timescale) * times, timescale)
  return bytes
}

describe('tiktok: films', () => {
  it('are measured', () => {
    expect(measureFilm(film())).to.deep.equal({ seconds: 6, width: 360, height: 640, framesPerSecond: 30 })
    expect(measureFilm(Buffer.from('nothing of the kind'))).to.equal(undefined)
  })

  it('need 23 to 60 frames a second', () => {
    expect(judgeFilm(faster(2), 600).reason).to.equal(null)
    expect(judgeFilm(faster(3), 600).reason).to.equal('frame_rate_check_failed')
    expect(judgeFilm(faster(0.5), 600).reason).to.equal('frame_rate_check_failed')
  })

  it('may last as long as network and creator allow', () => {
    expect(judgeFilm(film(), 6).reason).to.equal(null)
    expect(judgeFilm(film(), 5).reason).to.equal('duration_check_failed')
  })

  it('may be WebM', () => {
    const webm = Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x42, 0x82, 0x84]), Buffer.from('webm')])
    expect(judgeFilm(webm, 600)).to.deep.equal({ reason: null, seconds: null })
    const matroska = Buffer.concat([webm.subarray(0, 7), Buffer.from('matroska')])
    expect(judgeFilm(matroska, 600).reason).to.equal('file_format_check_failed')
  })
})
