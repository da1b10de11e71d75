import type { DraftMedia, KnownFacts } from '../draft/draft.ts'
import type { MediaRule } from './crop.ts'
import { fittingSlots, type MediaSlot } from './post-schema.ts'

const isWithin = (value: number | null, min = 0, max = Number.POSITIVE_INFINITY) =>
  value === null || (value >= min && value <= max)

/** Whether a file meets a rule; facts that are unknown count as met. */
function meets(facts: KnownFacts, { requirement: known }: MediaRule): boolean {
  const { width, height, durationMs, bytes } = facts
  const ratio = width === null || height === null ? null : width / height
  return (
    isWithin(ratio, known.minRatio, known.maxRatio) &&
    isWithin(width, known.minWidth) &&
    isWithin(height, known.minHeight) &&
    isWithin(durationMs === null ? null : durationMs / 1000, known.minSeconds, known.maxSeconds) &&
    isWithin(bytes, 0, known.maxBytes)
  )
}

/**
 * Whether all media meet the network's rules for a field. Media without facts, or without a rule for their type, count
 * as met.
 */
export function suits({ field }: MediaSlot, media: readonly DraftMedia[], rules: readonly MediaRule[]): boolean {
  return media.every(({ facts }) => {
    const rule = rules.find((one) => one.field === field && facts && one.contentTypes.includes(facts.contentType))
    return facts === null || rule === undefined || meets(facts, rule)
  })
}

/** The fields that can contain the media of a post, by number and kind; those first whose rules the media meet. */
export function slotsFor(
  slots: readonly MediaSlot[],
  media: readonly DraftMedia[],
  rules: readonly MediaRule[],
): MediaSlot[] {
  const fitting = fittingSlots(
    slots,
    media.map(({ kind }) => kind),
  )
  return [...fitting].sort((a, b) => Number(suits(b, media, rules)) - Number(suits(a, media, rules)))
}

/**
 * The field for the media of a post: the chosen one if it can contain them, otherwise the first of `slotsFor`;
 * undefined if no field can contain them.
 */
export function slotFor(
  slots: readonly MediaSlot[],
  media: readonly DraftMedia[],
  { rules, chosen }: { rules: readonly MediaRule[]; chosen?: string | undefined },
): MediaSlot | undefined {
  const fitting = slotsFor(slots, media, rules)
  return fitting.find(({ field }) => field === chosen) ?? fitting[0]
}
