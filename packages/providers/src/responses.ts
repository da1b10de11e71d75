import type { Platform } from '@carillon/domain'
import { blueskyResponses } from './bluesky/responses.ts'
import type { Responses } from './drift.ts'
import { facebookResponses } from './facebook/responses.ts'
import { instagramResponses } from './instagram/responses.ts'
import { tiktokResponses } from './tiktok/responses.ts'
import { whatsappResponses } from './whatsapp/responses.ts'
import { xResponses } from './x/responses.ts'
import { youtubeResponses } from './youtube/responses.ts'

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
