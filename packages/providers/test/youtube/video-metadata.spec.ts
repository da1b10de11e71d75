import { expect } from 'chai'
import { videoMetadata } from '../../src/youtube/video-metadata.ts'

const metadata = (tags: string[], title = 'Bells') =>
  videoMetadata({
    platform: 'youtube',
    accountId: 'a',
    title,
    privacy_status: 'private',
    made_for_kids: false,
    tags,
  })

// https://developers.google.com/youtube/v3/docs/videos#snippet.tags[] (read 2026-11-20)
describe('tags of a video on youtube', () => {
  it('may have 500 characters together, commas between them counted', () => {
    expect(metadata(['a'.repeat(250), 'b'.repeat(249)]).resource.snippet).to.have.nested.property('tags.length', 2)
    expect(() => metadata(['a'.repeat(250), 'b'.repeat(250)])).to.throw(/tags have 501 characters.*at most 500/)
  })

  it('count quotes around tags that contain spaces', () => {
    expect(() => metadata(['two words'.padEnd(499, 'a')])).to.throw(/501/)
    expect(() => metadata(['oneword'.padEnd(500, 'a')])).not.to.throw()
  })
})

describe('the title of a video on youtube', () => {
  it('has other characters than blanks', () => {
    expect(() => metadata([], ' \n')).to.throw(/title is blank/)
    expect(metadata([], ' Bells ').resource.snippet).to.include({ title: ' Bells ' })
  })
})
