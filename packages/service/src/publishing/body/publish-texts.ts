import type { ExternalWriteRow } from '@carillon/database'
import { publishPlatform } from './publish-platform.ts'
import { textOf } from './text-of.ts'

function textIn(part: unknown): string[] {
  const text = typeof part === 'object' && part !== null && 'text' in part ? part.text : undefined
  return typeof text === 'string' ? [text] : []
}

/**
 * Returns the text of a stored publish as `textOf` does, and the texts of the further posts of its thread in their
 * order, without posts that have no text.
 */
export function textsOf(row: Pick<ExternalWriteRow, 'id' | 'platform' | 'payload'>): {
  text: string | null
  thread: string[]
} {
  const { thread } = row.payload
  return {
    text: textOf(publishPlatform(row), row.payload),
    thread: Array.isArray(thread) ? thread.flatMap(textIn) : [],
  }
}
