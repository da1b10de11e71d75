import type { MediaRequirement } from '@carillon/domain'
import type { Bound } from '@carillon/errors'
import { type Item, itemError } from './media-fault.ts'
import type { Probed } from './media-file.ts'
import { maxPixelsOf, megapixels } from './probe/image.ts'

/**
 * The properties of a file that are checked, either probed from its bytes or stated by a client that only wants to
 * validate a post.
 */
interface CheckedFile extends Omit<Probed, 'audioCodec'> {
  contentType: string
  bytes: number
}

/**
 * The requirements for one media item. All limits are inclusive; omitted ones do not apply. A frame rate is rounded to
 * a whole number before it is compared.
 */
interface Requirement extends MediaRequirement {
  contentTypes: readonly string[]
  /** The accepted video codecs, named as in `MediaFile.videoCodec`. */
  codecs?: readonly string[]
}

/** A property of a file with a minimum and a maximum. */
interface Measure {
  /** Returns the value; null if it is not known. */
  found: (file: CheckedFile) => number | null
  min?: (requirement: Requirement) => number | undefined
  max?: (requirement: Requirement, file: CheckedFile) => number | undefined
  /** Formats a value or a limit. */
  write: (value: number) => string
  /** Builds the clause about a file's value, such as `is 12 px wide`, from the formatted value. */
  say: (written: string, file: CheckedFile) => string
  /** The advice for a value below the minimum, and for one above the maximum. */
  tooSmall: string
  tooLarge: string
}

/** Formats a number with six significant digits, enough to distinguish a value just over a limit from the limit. */
function digits(value: number): string {
  return String(Number(value.toPrecision(6)))
}

function size(bytes: number): string {
  const mebi = bytes / 1024 ** 2
  return Number.isInteger(mebi * 10) ? `${mebi} MiB` : `${bytes} bytes`
}

function ratio({ width, height }: CheckedFile): number | null {
  return width && height ? width / height : null
}

const shrink = 'scale it down'
const enlarge = 'send a larger one'

const measures: readonly Measure[] = [
  {
    found: (file) => file.bytes,
    max: (requirement) => requirement.maxBytes,
    write: size,
    say: (written) => `is ${written} large`,
    tooSmall: '',
    tooLarge: 'compress it or scale it down',
  },
  {
    found: (file) => (file.width && file.height ? file.width * file.height : null),
    // Carillon decodes fewer pixels of some formats than networks accept.
    max: ({ maxPixels }, { contentType }) => maxPixels && Math.min(maxPixels, maxPixelsOf(contentType)),
    write: (pixels) => `${megapixels(pixels)} megapixels`,
    say: (written, { width, height }) => `is ${width} x ${height} px (${written})`,
    tooSmall: enlarge,
    tooLarge: shrink,
  },
  {
    found: (file) => file.width,
    min: (requirement) => requirement.minWidth,
    max: (requirement) => requirement.maxWidth,
    write: (pixels) => `${pixels} px`,
    say: (written) => `is ${written} wide`,
    tooSmall: enlarge,
    tooLarge: shrink,
  },
  {
    found: (file) => file.height,
    min: (requirement) => requirement.minHeight,
    max: (requirement) => requirement.maxHeight,
    write: (pixels) => `${pixels} px`,
    say: (written) => `is ${written} high`,
    tooSmall: enlarge,
    tooLarge: shrink,
  },
  {
    found: ratio,
    min: (requirement) => requirement.minRatio,
    max: (requirement) => requirement.maxRatio,
    write: digits,
    say: (written) => `has a ratio of width to height of ${written}`,
    tooSmall: 'crop it to a wider one',
    tooLarge: 'crop it to a narrower one',
  },
  {
    found: (file) => file.frames,
    max: (requirement) => requirement.maxFrames,
    write: (frames) => `${frames} ${frames === 1 ? 'frame' : 'frames'}`,
    say: (written) => `is animated with ${written}`,
    tooSmall: '',
    tooLarge: 'send a still image or a shorter animation',
  },
  {
    found: ({ frames, width, height }) => (frames && width && height ? frames * width * height : null),
    max: (requirement) => requirement.maxAnimatedPixels,
    write: (pixels) => `${megapixels(pixels)} megapixels`,
    say: (written, { frames, width, height }) =>
      `has ${frames} frames of ${width} x ${height} px (${written} together)`,
    tooSmall: '',
    tooLarge: 'scale it down or shorten it',
  },
  {
    found: (file) => file.durationSeconds,
    min: (requirement) => requirement.minSeconds,
    max: (requirement) => requirement.maxSeconds,
    write: (seconds) => `${digits(seconds)} s`,
    say: (written) => `is ${written} long`,
    tooSmall: 'send a longer one',
    tooLarge: 'cut it shorter',
  },
  {
    // Rates such as 23.976 and 59.94 go by the names of 24 and 60, and many files round the duration of a frame.
    found: ({ frameRate }) => (frameRate === null ? null : Math.round(frameRate)),
    min: (requirement) => requirement.minFrameRate,
    max: (requirement) => requirement.maxFrameRate,
    write: (rate) => `${rate} frames a second`,
    say: (written) => `has ${written}`,
    tooSmall: 'export it with more',
    tooLarge: 'export it with fewer',
  },
]

interface Finding {
  text: string
  bound: Bound | null
}

function measured(file: CheckedFile, requirement: Requirement, measure: Measure): Finding[] {
  const found = measure.found(file)
  if (found === null) return []
  const [min, max] = [measure.min?.(requirement), measure.max?.(requirement, file)]
  const { write, tooSmall, tooLarge } = measure
  const said = measure.say(write(found), file)
  if (min !== undefined && found < min) {
    return [{ text: `${said}, at least ${write(min)} needed: ${tooSmall}`, bound: { limit: min, actual: found } }]
  }
  if (max !== undefined && found > max) {
    return [{ text: `${said}, at most ${write(max)} allowed: ${tooLarge}`, bound: { limit: max, actual: found } }]
  }
  return []
}

function wrongType({ contentType }: CheckedFile, { contentTypes }: Requirement): string[] {
  return contentTypes.includes(contentType) ? [] : [`is ${contentType}, taken are: ${contentTypes.join(', ')}`]
}

function wrongCodec({ videoCodec }: CheckedFile, { codecs }: Requirement): string[] {
  if (!codecs || videoCodec === null || codecs.includes(videoCodec)) return []
  return [`is encoded as ${videoCodec}, supported are: ${codecs.join(', ')}; export it again`]
}

/**
 * Returns every reason why a file is unacceptable, as clauses such as `is 12 px wide, at least 320 px needed: send a
 * larger one`; an empty list if the file is acceptable. If the content type is not acceptable, nothing else is checked.
 * Properties that the file does not declare are not checked.
 */
export function findings(file: CheckedFile, requirement: Requirement): string[] {
  return everyFinding(file, requirement).map(({ text }) => text)
}

function everyFinding(file: CheckedFile, requirement: Requirement): Finding[] {
  const unmeasured = (texts: string[]) => texts.map((text): Finding => ({ text, bound: null }))
  const type = wrongType(file, requirement)
  if (type.length > 0) return unmeasured(type)
  const outside = measures.flatMap((measure) => measured(file, requirement, measure))
  return [...outside, ...unmeasured(wrongCodec(file, requirement))]
}

/**
 * Checks a file against its requirements.
 * @throws ServiceError with the code of `item` and all findings, if there are any
 */
export function checkMedia(file: CheckedFile, requirement: Requirement, item: Item): void {
  const found = everyFinding(file, requirement)
  if (found.length === 0) return
  const texts = found.map(({ text }) => text)
  throw itemError(item, texts, { bounds: found.map(({ bound }) => bound) })
}
