import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Whether a text is a keyword of a network rather than something that a user wrote. */
export type IsKeyword = (text: string) => boolean

const root = fileURLToPath(new URL('../../../../../', import.meta.url))

/** The words between quotes in the sources below a folder, one word each. */
function quotedIn(folder: string): Set<string> {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.ts$/.test(name),
  )
  const words = files.flatMap((name) => {
    const text = readFileSync(join(root, folder, name), 'utf8')
    return [...text.matchAll(/'([A-Za-z][A-Za-z0-9]*(?:[._-][A-Za-z0-9]+)*)'/g)].map(([, word = '']) => word)
  })
  return new Set(words)
}

/**
 * Keywords of requests are constants and the words that the adapters write, keywords of responses the words that the
 * adapters read: another value of what no adapter knows cannot mislead one.
 */
export function readKeywords(): { request: IsKeyword; response: IsKeyword } {
  const words = quotedIn('packages/providers/src')
  const isConstant = (text: string) => /^[A-Z]{3,}(?:_[A-Z0-9]+)*$/.test(text)
  return { request: (text) => isConstant(text) || words.has(text), response: (text) => words.has(text) }
}
