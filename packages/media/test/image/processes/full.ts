// An image process that ends as V8 ends one whose memory is full, whatever image it is given.
import { writeSync } from 'node:fs'

process.on('message', () => {
  writeSync(2, '\nFATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\n')
  process.abort()
})
process.on('disconnect', () => process.exit())
