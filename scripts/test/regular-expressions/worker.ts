// Runs expressions on every hostile text for them, telling before each run which it is.
import { workerData } from 'node:worker_threads'
import { redactText } from '@carillon/log'
import { hostileTexts } from './hostile-texts.ts'

/** In shared memory: the index of an expression, and that of the hostile text for it on which it runs next. */
export type Progress = Int32Array

export interface Tried {
  source: string
  flags: string
  /** Runs the redaction of logged texts instead, whose expressions are put together from lists. */
  redacting?: boolean
}

const { tried, from, progress } = workerData as { tried: readonly Tried[]; from: number; progress: Progress }
for (let index = from; index < tried.length; index++) {
  const { source = '', flags = '', redacting } = tried[index] ?? {}
  const pattern = new RegExp(source, flags)
  for (const [number, text] of hostileTexts(source).entries()) {
    progress.set([index, number])
    pattern.lastIndex = 0
    if (redacting) redactText(text)
    else if (pattern.global) text.replace(pattern, '')
    else pattern.test(text)
  }
}
