import { type MediaRule, mediaRules, type PublishPlatform, type StagedFile } from '@carillon/domain'
import { checkMedia, inspectMedia, type MediaFile } from '@carillon/media'
import type { Context } from '../../context.ts'
import type { MediaItem } from './media-items.ts'

export interface Inspected {
  file: MediaFile
  rule: MediaRule
}

function rulesOf(platform: PublishPlatform, field: string): readonly MediaRule[] {
  return mediaRules[platform].filter((rule) => rule.field === field)
}

/** The rule for a field and content type. If no rule of the field accepts the type, the first one rejects it. */
export function ruleFor(platform: PublishPlatform, field: string, type: string | null): MediaRule {
  const rules = rulesOf(platform, field)
  const rule = rules.find(({ contentTypes }) => type !== null && contentTypes.includes(type)) ?? rules[0]
  if (!rule) throw new Error(`no media rule for ${field}`)
  return rule
}

/**
 * Inspects a file and rejects what the network would not accept. The error names the item, the actual value and the
 * limit.
 */
export async function inspectItem(
  context: Context,
  {
    platform,
    item,
    file,
    declared,
  }: { platform: PublishPlatform; item: MediaItem; file: StagedFile; declared?: string },
): Promise<Inspected> {
  const rule = ruleFor(platform, item.field, file.sniffed)
  const named = { code: rule.code, item: item.label }
  const taken = rulesOf(platform, item.field).flatMap(({ contentTypes }) => contentTypes)
  const inspected = await inspectMedia(context.media, file, { ...named, declared, taken })
  checkMedia(inspected, { ...rule.requirement, contentTypes: rule.contentTypes }, named)
  return { file: inspected, rule }
}
