import { deliverImage, type MediaFile } from '@carillon/media'
import type { Context } from '../context.ts'
import type { MediaItem } from '../posts/media-items.ts'
import type { Inspected } from './inspect-item.ts'

/** The file as it is sent to the network: itself, or an image that was made of it, as a further file of the store. */
export async function deliverItem(context: Context, item: MediaItem, { file, rule }: Inspected): Promise<MediaFile> {
  if (!rule.delivery) return file
  return deliverImage(context.media, file, { ...rule.delivery, code: rule.code, item: item.label })
}
