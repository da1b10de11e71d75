import { expect } from 'chai'
import { durationWords, sizeWords, stepWords } from '../../app/pages/publishes/status.ts'

describe('words about a publish', () => {
  it('tell how long it took', () => {
    expect([0, 850, 1_000, 4_240, 59_900].map(durationWords)).to.deep.equal([
      '0 ms',
      '850 ms',
      '1.0 s',
      '4.2 s',
      '59.9 s',
    ])
    expect([59_960, 60_000, 119_600, 200_000, 3_599_600, 9_000_000].map(durationWords)).to.deep.equal([
      '1 min 0 s',
      '1 min 0 s',
      '2 min 0 s',
      '3 min 20 s',
      '1 h 0 min',
      '2 h 30 min',
    ])
  })

  it('tell how large a file is', () => {
    expect([0, 999, 20_480, 999_600, 5_250_000].map(sizeWords)).to.deep.equal([
      '0 bytes',
      '999 bytes',
      '20 kB',
      '1.0 MB',
      '5.3 MB',
    ])
  })

  it('make words of the name of a step', () => {
    expect(['record', 'create-container', 'media.publish', 'create_ad', 'post[0]'].map(stepWords)).to.deep.equal([
      'Record',
      'Create container',
      'Media publish',
      'Create ad',
      'Post 1',
    ])
  })
})
