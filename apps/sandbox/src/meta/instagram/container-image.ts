import type { GraphCall } from '../graph/call.ts'
import { decodes, inspectImage } from '../image.ts'
import type { Container } from '../state/posts.ts'
import { altTextOf, userTagsOf } from './container-parameters.ts'
import { instagramError } from './errors.ts'

const MAX_BYTES = 8 * 1024 * 1024
// The page says 4:5; Instagram has taken 3:4 since 2026-05.
const NARROWEST = 3 / 4
const WIDEST = 1.91
/** The tolerance of aspect ratios, as whole pixels cannot have an exact ratio. */
const RATIO_SLACK = 0.005

async function pull({ context }: GraphCall, url: string): Promise<Buffer> {
  const parsed = URL.parse(url)
  const plain =
    /^[\x21-\x7e]+$/.test(url) && parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.username === ''
  if (!plain) throw instagramError('unreachable')
  const pulled = await context.pull(url).catch(() => undefined)
  if (pulled === undefined || !pulled.contentType.startsWith('image/')) throw instagramError('unreachable')
  return pulled.bytes
}

/**
 * Fetches the image at `image_url` like Instagram. `medium` is the stored image with its alt text and user tags.
 * `failure` is the subcode of an image that cannot be decoded, which becomes known after processing; null for none.
 * While the setting `unfetchedImages` is above 0, lowers it by one and throws as if the image could not be fetched.
 * @throws GraphError if a parameter is invalid, or the image cannot be fetched or has the wrong format, size or ratio
 */
export async function readContainerImage(call: GraphCall): Promise<Pick<Container, 'medium' | 'failure'>> {
  const url = call.parameters.required('image_url')
  const { portal } = call.state
  if (portal.unfetchedImages > 0) {
    portal.unfetchedImages--
    throw instagramError('unreachable')
  }
  const altText = altTextOf(call.parameters)
  const userTags = userTagsOf(call)
  const bytes = await pull(call, url)
  if (bytes.length > MAX_BYTES) throw instagramError('tooBig')
  const image = await inspectImage(bytes)
  if (image?.format !== 'jpeg') throw instagramError('format')
  const ratio = image.width / image.height
  if (ratio < NARROWEST - RATIO_SLACK || ratio > WIDEST + RATIO_SLACK) throw instagramError('ratio')
  const held = await call.context.keep(bytes, 'image/jpeg', altText)
  return { medium: { held, userTags }, failure: (await decodes(bytes)) ? null : 2207053 }
}
