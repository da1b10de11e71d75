import type { DraftMedia, KnownFacts } from '../draft/draft.ts'
import type { MediaRule } from './crop.ts'
import { fittingSlots, type MediaSlot } from './post-schema.ts'

const isWithin = (value: number | null, min = 0, max = Number.POSITIVE_INFINITY) =>
  value === null || (value >= min && value <= max)

/** Whether a network takes a file as far as it is known. */
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

/** Whether all media meet what the network requires of them in a field. */
export function suits({ field }: MediaSlot, media: readonly DraftMedia[], rules: readonly MediaRule[]): boolean {
  return media.every(({ facts }) => {
    const rule = rules.find((one) => one.field === field && facts && one.contentTypes.includes(facts.contentType))
    return facts === null || rule === undefined || meets(facts, rule)
  })
}

/** The fields that can hold the media of a post, those first whose requirements the media meet. */
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

/** The field that holds the media of a post: the chosen one if it fits, else the first whose requirements they meet. */
export function slotFor(
  slots: readonly MediaSlot[],
  media: readonly DraftMedia[],
  { rules, chosen }: { rules: readonly MediaRule[]; chosen?: string | undefined },
): MediaSlot | undefined {
  const fitting = slotsFor(slots, media, rules)
  return fitting.find(({ field }) => field === chosen) ?? fitting[0]
}
