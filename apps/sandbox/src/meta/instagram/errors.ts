import { GraphError, type GraphErrorDetails } from '../graph/graph-error.ts'

type Row = [message: string, details: GraphErrorDetails]

/**
 * The messages and codes of Instagram's errors, keyed by names that only the sandbox uses.
 * @see https://developers.facebook.com/documentation/instagram-platform/instagram-graph-api/reference/error-codes (read 2026-11-20)
 */
const ROWS = {
  tooBig: [
    'The image size is too large.',
    {
      code: 36000,
      subcode: 2207004,
      userTitle: 'Image size too large',
      userMessage: 'The image may be 8 MiB at most.',
    },
  ],
  format: [
    'The image format is not supported.',
    {
      code: 36001,
      subcode: 2207005,
      userTitle: 'Unsupported image format',
      userMessage: 'The image has to be a JPEG.',
    },
  ],
  ratio: [
    'The submitted image with aspect ratio is not in the range of 4:5 to 1.91:1.',
    {
      code: 36003,
      subcode: 2207009,
      userTitle: 'Invalid aspect ratio',
      userMessage: 'The image cannot be published with this shape.',
    },
  ],
  caption: [
    'The caption was too long.',
    {
      code: 36004,
      subcode: 2207010,
      userTitle: 'Caption too long',
      userMessage: 'At most 2,200 characters, 30 hashtags and 20 mentions.',
    },
  ],
  unreachable: [
    'Only photo or video can be accepted as media type.',
    {
      code: 9004,
      subcode: 2207052,
      userTitle: 'Media download failed',
      userMessage: 'The media could not be fetched from this address.',
    },
  ],
  mediaType: [
    'The media type is unknown.',
    {
      code: 100,
      subcode: 2207023,
      userTitle: 'Unknown media type',
      userMessage: 'This media type is not one that is expected.',
    },
  ],
  carouselSize: [
    'The carousel has the wrong number of items.',
    {
      code: 100,
      subcode: 2207028,
      userTitle: 'Carousel validation failed',
      userMessage: 'A carousel has 2 to 10 items.',
    },
  ],
  tooManyTags: [
    'More than 20 tags were given.',
    { code: 100, subcode: 2207040, userTitle: 'Too many tags', userMessage: 'A photo can have 20 tags at most.' },
  ],
  notReady: [
    'Media ID is not available',
    {
      code: 9007,
      subcode: 2207027,
      userTitle: 'Media not ready',
      userMessage: 'The media is not ready for publishing, please wait for a moment.',
    },
  ],
  quota: [
    'Application request limit reached',
    {
      code: 9,
      subcode: 2207042,
      status: 403,
      userTitle: 'Posting limit reached',
      userMessage: 'The account has reached the number of posts that may be published in a day.',
    },
  ],
  expired: [
    'The media container has expired.',
    {
      code: -2,
      subcode: 2207020,
      userTitle: 'Media expired',
      userMessage: 'The media you are trying to access has expired.',
    },
  ],
  noContainer: [
    'The requested resource does not exist',
    {
      code: 24,
      subcode: 2207006,
      userTitle: 'Media not found',
      userMessage: 'The media cannot be found for this account.',
    },
  ],
  failed: [
    'Fatal',
    {
      code: -1,
      subcode: 2207032,
      userTitle: 'Media creation failed',
      userMessage: 'Creating the media failed, please make it again.',
    },
  ],
} satisfies Record<string, Row>

/** Builds one of Instagram's documented errors. `name` is the sandbox's name of the error, such as `tooBig`. */
export function instagramError(name: keyof typeof ROWS): GraphError {
  const [message, details] = ROWS[name]
  return new GraphError(message, { transient: false, ...details })
}
