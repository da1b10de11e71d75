// What mocha's own reporter prints, and the totals as a file, which turbo keeps with its cached results.
import { mkdirSync, writeFileSync } from 'node:fs'
import Mocha from 'mocha'

export default class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner, options) {
    super(runner, options)
    runner.once('end', () => {
      const { passes, failures, pending, duration } = this.stats
      mkdirSync('dist', { recursive: true })
      writeFileSync('dist/mocha.json', JSON.stringify({ passed: passes, failed: failures, skipped: pending, duration }))
    })
  }
}
