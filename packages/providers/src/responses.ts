import type { Platform } from '@carillon/domain'
import { blueskyResponses } from './bluesky/responses.ts'
import type { Promises, Responses } from './drift.ts'
import { facebookPromises, facebookResponses } from './facebook/responses.ts'
import { instagramPromises, instagramResponses } from './instagram/responses.ts'
import { tiktokPromises, tiktokResponses } from './tiktok/responses.ts'
import { whatsappResponses } from './whatsapp/responses.ts'
import { xPromises, xResponses } from './x/responses.ts'
import { youtubePromises, youtubeResponses } from './youtube/responses.ts'

/** The fields of each response that the adapters rely upon, by network and operation. Every operation has a row. */
export const responses: Readonly<Record<Platform, Responses>> = {
  instagram: instagramResponses,
  tiktok: tiktokResponses,
  facebook: facebookResponses,
  whatsapp: whatsappResponses,
  youtube: youtubeResponses,
  x: xResponses,
  bluesky: blueskyResponses,
}

/** What each network documents of its successful responses besides their fields. */
export const promises: Readonly<Record<Platform, Promises>> = {
  instagram: instagramPromises,
  tiktok: tiktokPromises,
  facebook: facebookPromises,
  whatsapp: {},
  youtube: youtubePromises,
  x: xPromises,
  bluesky: {},
}
