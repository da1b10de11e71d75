/**
 * The requirements of a network for media of these content types in a field, as the service checks them. Ratios are
 * width divided by height, sizes are in pixels and bytes; a bound that is absent does not exist.
 */
export interface MediaRule {
  field: string
  contentTypes: readonly string[]
  requirement: {
    minRatio?: number
    maxRatio?: number
    minWidth?: number
    minHeight?: number
    minSeconds?: number
    maxSeconds?: number
    maxBytes?: number
  }
  /**
   * The format to which the service converts an image before it is sent; absent if it is sent unchanged. Sides are
   * maxima in pixels.
   */
  delivery?: {
    contentTypes: readonly string[]
    maxBytes: number
    maxSide?: number
    maxShortSide?: number
    maxWidth?: number
  }
}

/** A network, by its displayed name, with the rules of the field that would contain the media. */
export interface CropTarget {
  name: string
  rules: readonly MediaRule[]
}

/** A file as the browser knows it; width and height are in pixels, as displayed. */
export interface MediaFacts {
  contentType: string
  bytes: number
  width: number
  height: number
}

/** A rectangle within an image or a video, as fractions (0 to 1) of its width and height. */
export interface Frame {
  left: number
  top: number
  width: number
  height: number
}

export interface Hint {
  name: string
  words: string
  /** The part that remains if the file is cropped as needed; null if it does not have to be cropped. */
  frame: Frame | null
}

type Ratios = Pick<MediaRule['requirement'], 'minRatio' | 'maxRatio'>

const usualRatios = [
  [9, 16],
  [1, 3],
  [2, 3],
  [3, 4],
  [4, 5],
  [1, 1],
  [4, 3],
  [3, 2],
  [16, 9],
  [1.91, 1],
  [3, 1],
] as const

/** A ratio of width to height as it is usually written: `3:4`, `1.91:1`. */
export function ratioWords(ratio: number): string {
  const usual = usualRatios.find(([width, height]) => Math.abs(width / height / ratio - 1) < 0.005)
  if (usual) return `${usual[0]}:${usual[1]}`
  return ratio >= 1 ? `${ratio.toFixed(2)}:1` : `1:${(1 / ratio).toFixed(2)}`
}

function rangeWords({ minRatio = 0, maxRatio = Number.POSITIVE_INFINITY }: Ratios): string {
  if (maxRatio - minRatio < 0.05) return `about ${ratioWords((minRatio + maxRatio) / 2)}`
  if (maxRatio === Number.POSITIVE_INFINITY) return `${ratioWords(minRatio)} or wider`
  return minRatio === 0 ? `${ratioWords(maxRatio)} or taller` : `${ratioWords(minRatio)} to ${ratioWords(maxRatio)}`
}

/** The largest centred part whose ratio is permitted; null if the whole file has a permitted ratio. */
export function frameFor({ width, height }: Pick<MediaFacts, 'width' | 'height'>, ratios: Ratios): Frame | null {
  const { minRatio = 0, maxRatio = Number.POSITIVE_INFINITY } = ratios
  const ratio = width / height
  if (ratio >= minRatio && ratio <= maxRatio) return null
  // Between the bounds where they lie close, so that a pixel more or less does not matter.
  const isNarrow = maxRatio - minRatio < 0.05
  const aim = isNarrow ? (minRatio + maxRatio) / 2 : ratio < minRatio ? minRatio : maxRatio
  const part = ratio < aim ? { width: 1, height: ratio / aim } : { width: aim / ratio, height: 1 }
  return { ...part, left: (1 - part.width) / 2, top: (1 - part.height) / 2 }
}

const sizeWords = (width: number, height: number) => `${Math.round(width)} × ${Math.round(height)} px`

function croppedWords({ width, height }: MediaFacts, frame: Frame, ratios: Ratios): string {
  const size = sizeWords(frame.width * width, frame.height * height)
  return `takes ${rangeWords(ratios)}, and this is ${ratioWords(width / height)}. Crop it to ${size}, as drawn.`
}

function convertedWords({ contentType, bytes, width, height }: MediaFacts, { delivery }: MediaRule): string | null {
  if (!delivery) return null
  const { maxSide = width + height, maxShortSide = width + height, maxWidth = width } = delivery
  const scale = Math.min(1, maxSide / Math.max(width, height), maxShortSide / Math.min(width, height), maxWidth / width)
  const [first = ''] = delivery.contentTypes
  const isConverted = !delivery.contentTypes.includes(contentType)
  const changes = [
    ...(scale < 1 ? [`scaled to ${sizeWords(width * scale, height * scale)}`] : []),
    ...(isConverted ? [`converted to ${first.replace('image/', '').toUpperCase()}`] : []),
    ...(bytes > delivery.maxBytes ? [`compressed to ${(delivery.maxBytes / 1_000_000).toFixed(0)} MB`] : []),
  ]
  return changes.length === 0 ? null : `gets it ${changes.join(' and ')}; nothing is cut off.`
}

function hintOf(media: MediaFacts, rule: MediaRule): Omit<Hint, 'name'> | null {
  const { minWidth = 0, minHeight = 0 } = rule.requirement
  const frame = frameFor(media, rule.requirement)
  if (frame) return { words: croppedWords(media, frame, rule.requirement), frame }
  if (media.width < minWidth || media.height < minHeight) {
    const minimum = sizeWords(Math.max(minWidth, 1), Math.max(minHeight, 1))
    return { words: `takes ${minimum} or more, and this is ${sizeWords(media.width, media.height)}.`, frame: null }
  }
  const words = convertedWords(media, rule)
  return words === null ? null : { words, frame: null }
}

/**
 * Describes in words how each network would change a file, or the ratio or minimum size that it requires and the file
 * does not have. Networks without a rule for its content type, or that accept it unchanged, are left out.
 */
export function hintsFor(media: MediaFacts, targets: readonly CropTarget[]): Hint[] {
  return targets.flatMap(({ name, rules }) => {
    const rule = rules.find(({ contentTypes }) => contentTypes.includes(media.contentType))
    const hint = rule ? hintOf(media, rule) : null
    return hint ? [{ name, ...hint }] : []
  })
}
