// An image process that dies of an image that is the name of a signal, by that signal.
import type { ImageSource } from '../../../src/image/decoder.ts'

process.on('message', ({ source }: { source: ImageSource }) => {
  if (typeof source === 'string') process.kill(process.pid, source)
  else process.send?.({ result: null })
})
process.on('disconnect', () => process.exit())
