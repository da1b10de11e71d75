import {
  limits,
  type MediaFacts,
  type MediaRequirement,
  type MediaRule,
  type PublishPlatform,
  uncheckedProperties,
} from '@carillon/domain'
import { checkMedia } from '@carillon/media'
import { ruleFor } from './inspect-item.ts'
import type { MediaItem } from './media-items.ts'

type Unchecked = (typeof uncheckedProperties)[number]

/** The requirements that depend on a property of a file, keyed by the property. */
const needed: Readonly<Record<Exclude<Unchecked, 'content' | 'conversions'>, readonly (keyof MediaRequirement)[]>> = {
  contentType: [],
  width: ['minWidth', 'maxWidth', 'maxPixels', 'minRatio', 'maxRatio', 'maxAnimatedPixels'],
  height: ['minHeight', 'maxHeight', 'maxPixels', 'minRatio', 'maxRatio', 'maxAnimatedPixels'],
  durationSeconds: ['minSeconds', 'maxSeconds'],
  frameRate: ['minFrameRate', 'maxFrameRate'],
  frames: ['maxFrames', 'maxAnimatedPixels'],
}

interface CheckedFacts {
  rule: MediaRule
  /** The properties that publishing checks but that are not known from the facts. */
  unchecked: Unchecked[]
}

function isOpen(property: Unchecked, facts: MediaFacts, { requirement, delivery }: MediaRule): boolean {
  if (property === 'content') return true
  if (property === 'conversions') return delivery !== undefined
  if (property === 'contentType') return facts.contentType === null
  const isKnown = property !== 'frames' && property !== 'frameRate' && facts[property] !== null
  return !isKnown && needed[property].some((bound) => requirement[bound] !== undefined)
}

/**
 * Checks the known properties of a file (such as from an announced upload) against the rules of its field and the
 * maximum size of an upload, without the file itself. Returns the rule, and the properties that publishing checks but
 * that are not known yet.
 * @throws ServiceError with the code of the rule if a known property is not allowed
 */
export function inspectFacts(platform: PublishPlatform, item: MediaItem, facts: MediaFacts): CheckedFacts {
  const rule = ruleFor(platform, item.field, facts.contentType)
  const { contentType, ...known } = facts
  const contentTypes = contentType === null ? [''] : rule.contentTypes
  const file = { ...known, contentType: contentType ?? '', frames: null, frameRate: null, videoCodec: null }
  const maxBytes = Math.min(rule.requirement.maxBytes ?? Number.POSITIVE_INFINITY, limits.uploadBytes)
  checkMedia(file, { ...rule.requirement, maxBytes, contentTypes }, { code: rule.code, item: item.label })
  return { rule, unchecked: uncheckedProperties.filter((property) => isOpen(property, facts, rule)) }
}
