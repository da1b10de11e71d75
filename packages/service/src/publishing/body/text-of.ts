import { type PublishPlatform, textFields } from '@carillon/domain'

/**
 * Returns the text of a post as users see it: the text fields of its body, joined by blank lines; null if none is set.
 */
export function textOf(platform: PublishPlatform, body: Readonly<Record<string, unknown>>): string | null {
  const texts = textFields[platform].flatMap((field) => body[field] ?? []).map(String)
  return texts.length === 0 ? null : texts.join('\n\n')
}
