import { assert } from 'chai'
import { type MediaType, sniff } from '../src/media-type.ts'

const heads: [string, MediaType | null][] = [
  ['\xff\xd8\xff\xe0\0\x10JFIF', 'image/jpeg'],
  ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'image/png'],
  ['GIF89a', 'image/gif'],
  ['GIF87a', 'image/gif'],
  ['RIFF\x10\0\0\0WEBPVP8 ', 'image/webp'],
  ['\0\0\0\x18ftypisom\0\0\x02\0', 'video/mp4'],
  ['\0\0\0\x18ftypmp42\0\0\0\0', 'video/mp4'],
  ['\0\0\0\x14ftypqt  \0\0\0\0', 'video/quicktime'],
  ['\0\0\0\x08wide\0\0\x10\0mdat', 'video/quicktime'],
  ['\x1aE\xdf\xa3\x9fB\x86\x81\x01B\xf7\x81\x01B\xf2\x81\x04B\xf3\x81\x08B\x82\x84webm', 'video/webm'],
  ['\x1aE\xdf\xa3\xa3B\x86\x81\x01B\x82\x88matroska', null],
  ['\0\0\0\x1cftypavif\0\0\0\0', null],
  ['\0\0\0\x18ftypheic\0\0\0\0', null],
  ['\0\0\0\x18ftyphevs\0\0\0\0', null],
  ['\0\0\0\x18ftypcrx \0\0\0\0', null],
  ['\0\0\0\x18ftypM4A \0\0\0\0', null],
  ['\0\0\0\x18ftypM4P \0\0\0\0', null],
  ['RIFF\x10\0\0\0WAVEfmt ', null],
  ['RIFF', null],
  ['\xff\xd8', null],
  ['GIF88a', null],
  ['<svg xmlns=', null],
  ['\0\0\0\x18ftyp', null],
  ['', null],
]

describe('sniffing', () => {
  it('tells a file by its first bytes', () => {
    for (const [head, type] of heads) assert.equal(sniff(Buffer.from(head, 'latin1')), type, JSON.stringify(head))
  })
})
