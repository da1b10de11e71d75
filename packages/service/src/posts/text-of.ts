import { type PublishPlatform, textFields } from '@carillon/domain'

/** The text of a post as users see it, from the fields of its body; null without one. */
export function textOf(platform: PublishPlatform, body: Readonly<Record<string, unknown>>): string | null {
  const texts = textFields[platform].flatMap((field) => body[field] ?? []).map(String)
  return texts.length === 0 ? null : texts.join('\n\n')
}
