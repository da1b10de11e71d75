import { expect } from 'chai'
import { videoIdsIn, videoIdsProblem, videoIdsWords, videoRulesOf } from '../../app/pages/analytics/video-ids.ts'

describe('the videos of a report', () => {
  it('are asked for by reports whose capability says how many', () => {
    expect(videoRulesOf({ videoIds: 20 })).to.deep.equal({ max: 20, newest: null })
    expect(videoRulesOf({ videoIds: 50, defaultVideos: 20 })).to.deep.equal({ max: 50, newest: 20 })
    expect(videoRulesOf({})).to.equal(null)
    expect(videoRulesOf(false)).to.equal(null)
  })

  it('are read however they are separated, each once', () => {
    expect(videoIdsIn(' a, b;c\n a ,,')).to.deep.equal(['a', 'b', 'c'])
  })

  it('are bounded, in words', () => {
    const rules = { max: 2, newest: 20 }
    expect(videoIdsWords(rules)).to.equal('Up to 2 ids, separated by commas. Empty: the 20 newest videos.')
    expect(videoIdsProblem('a, b, b', rules)).to.equal(null)
    expect(videoIdsProblem('a, b, c', rules)).to.equal('3 ids; the maximum is 2. Remove 1.')
  })
})
