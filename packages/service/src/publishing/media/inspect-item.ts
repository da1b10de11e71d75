import { type MediaRule, mediaRules, type PublishPlatform, type StagedFile } from '@carillon/domain'
import { checkMedia, inspectMedia, type MediaFile } from '@carillon/media'
import type { Context } from '../../context.ts'
import type { MediaItem } from './media-items.ts'

/** The properties of a media file, the media rule that it meets, and whose file it is. */
export interface Inspected {
  file: MediaFile
  rule: MediaRule
  /** The id of the organization. */
  owner: string
}

function rulesOf(platform: PublishPlatform, field: string): readonly MediaRule[] {
  return mediaRules[platform].filter((rule) => rule.field === field)
}

/**
 * Returns the media rule for a field and content type; `type` is null if it is not known. If no rule accepts the type,
 * the field's first rule is returned, which rejects a file of this type.
 * @throws Error if the field is not a media field of the platform
 */
export function ruleFor(platform: PublishPlatform, field: string, type: string | null): MediaRule {
  const rules = rulesOf(platform, field)
  const rule = rules.find(({ contentTypes }) => type !== null && contentTypes.includes(type)) ?? rules[0]
  if (!rule) throw new Error(`no media rule for ${field}`)
  return rule
}

/**
 * Inspects a file in the media store and checks that it meets the platform's media rule for the item's field and the
 * type of the file (`ruleFor`). Returns the properties of the file and this rule.
 * @param options.owner the id of the organization: the images of several take turns
 * @param options.declared the content type that the client declared, which must be that of the bytes; not checked if
 *   omitted
 * @throws ServiceError with the code of the rule, naming the item, the limit and the actual value;
 *   `temporarily_unavailable` if time or memory is exhausted, `database_error` if the file cannot be read
 */
export async function inspectItem(
  context: Context,
  {
    platform,
    item,
    file,
    owner,
    declared,
  }: { platform: PublishPlatform; item: MediaItem; file: StagedFile; owner: string; declared?: string },
): Promise<Inspected> {
  const rule = ruleFor(platform, item.field, file.sniffed)
  const named = { code: rule.code, item: item.label }
  const taken = rulesOf(platform, item.field).flatMap(({ contentTypes }) => contentTypes)
  const inspected = await inspectMedia(context.media, file, { ...named, owner, declared, taken })
  checkMedia(inspected, { ...rule.requirement, contentTypes: rule.contentTypes }, named)
  return { file: inspected, rule, owner }
}
