import type { PlatformWith } from '../capabilities.ts'

/** How a network displays a post in a feed, for previews. */
interface PostAppearance {
  /** The position of the text: above, below or on the media. */
  text: 'above' | 'below' | 'on'
  /**
   * After how many characters or lines the rest of the text is hidden behind `word`; null if everything is shown.
   * Networks do not publish these numbers, and they differ slightly between apps.
   */
  fold: { characters: number; lines: number; word: string } | null
  /** How several images are displayed: side by side, or one after the other. */
  media: 'grid' | 'carousel'
  /**
   * The aspect ratio (width divided by height) of the frame around media, keyed by field. Media in other fields have no
   * frame.
   */
  frames: Readonly<Record<string, number>>
  /** The smallest aspect ratio that is shown completely; taller media are cropped. */
  minRatio: number
  /** Whether the network shows a card for the first link of a post without media. */
  linkCard: boolean
}

/**
 * How each network displays posts in its feed, for previews, keyed by platform. The values of `fold`, the point from
 * which a text is hidden behind a word such as `more`, were measured in the networks' apps. A card is the box about the
 * first link of a post.
 * @see https://socialswiss.tech/guides/social-media-character-limits (read 2026-11-25)
 * @see https://docs.x.com/x-api/posts/creation-of-a-post (read 2026-11-20) for cards
 */
export const postAppearances: Readonly<Record<PlatformWith<'posts.publish'>, PostAppearance>> = {
  instagram: {
    text: 'below',
    fold: { characters: 125, lines: 2, word: 'more' },
    media: 'carousel',
    frames: {},
    minRatio: 0.75,
    linkCard: false,
  },
  facebook: {
    text: 'above',
    fold: { characters: 477, lines: 5, word: 'See more' },
    media: 'grid',
    frames: { reel: 9 / 16 },
    minRatio: 0.8,
    linkCard: false,
  },
  tiktok: {
    text: 'on',
    fold: { characters: 80, lines: 2, word: 'more' },
    media: 'carousel',
    frames: { video: 9 / 16, photos: 9 / 16 },
    minRatio: 9 / 16,
    linkCard: false,
  },
  youtube: {
    text: 'below',
    fold: { characters: 157, lines: 3, word: '…more' },
    media: 'grid',
    frames: { video: 16 / 9 },
    minRatio: 16 / 9,
    linkCard: false,
  },
  x: {
    text: 'above',
    fold: { characters: 280, lines: 10, word: 'Show more' },
    media: 'grid',
    frames: {},
    minRatio: 0.75,
    linkCard: true,
  },
  // A card is part of the post there, and Carillon adds none.
  bluesky: { text: 'above', fold: null, media: 'grid', frames: {}, minRatio: 0.5, linkCard: false },
}
