// Runs expressions on every hostile text for them, telling before each run which it is.
import { parentPort, workerData } from 'node:worker_threads'
import { redactText } from '@carillon/log'
import { hostileTexts } from './hostile-texts.ts'

/** An expression by its place in the list, and the beginning of the text on which it runs next. */
export interface Progress {
  index: number
  text: string
}

export interface Tried {
  source: string
  flags: string
  /** Runs the redaction of logged texts instead, whose expressions are put together from lists. */
  redacting?: boolean
}

const { tried, from } = workerData as { tried: readonly Tried[]; from: number }
for (let index = from; index < tried.length; index++) {
  const { source = '', flags = '', redacting } = tried[index] ?? {}
  const pattern = new RegExp(source, flags)
  for (const text of hostileTexts(source)) {
    parentPort?.postMessage({ index, text: `${JSON.stringify(text.slice(0, 24))}…` } satisfies Progress)
    pattern.lastIndex = 0
    if (redacting) redactText(text)
    else if (pattern.global) text.replace(pattern, '')
    else pattern.test(text)
  }
}
