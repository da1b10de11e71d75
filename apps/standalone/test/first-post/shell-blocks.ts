import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** The blocks of a page in a language, in order. */
export function codeBlocks(page: string, language: string): string[] {
  return [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter(([, name]) => name === language)
    .map(([, , block = '']) => block)
}

export interface ShellOptions {
  cwd: string
  env?: Readonly<Record<string, string | undefined>>
}

const mark = '--- end of block ---'

/** Runs the blocks as a reader does, one after the other in one shell; returns what each printed. */
export async function runBlocks(blocks: readonly string[], options: ShellOptions): Promise<string[]> {
  const script = ['set -euo pipefail', ...blocks.flatMap((block) => [block, `echo; echo '${mark}'`])].join('\n')
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { ...options, maxBuffer: 8_000_000 })
  return stdout
    .split(`${mark}\n`)
    .slice(0, -1)
    .map((text) => text.trim())
}

// What is printed is read field by field; an unexpected shape fails there.
// biome-ignore lint/suspicious/noExplicitAny: a JSON boundary of tests
type Json = any

/** The lines of an output that are objects of JSON. */
export function jsonLines(printed: string | undefined): Json[] {
  return (printed ?? '')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
}
