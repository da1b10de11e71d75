import { deliverImage, type MediaFile } from '@carillon/media'
import type { Context } from '../../context.ts'
import type { Inspected } from './inspect-item.ts'
import type { MediaItem } from './media-items.ts'

/**
 * Returns the file to send to the network: the item's own file, or an image converted for the platform, which is stored
 * as a new file in the media store.
 * @throws ServiceError with the code of the media rule if the image cannot be converted; `temporarily_unavailable` if
 *   memory or time is exhausted; an error of the media store
 */
export async function deliverItem(
  context: Context,
  item: MediaItem,
  { file, rule, owner }: Inspected,
): Promise<MediaFile> {
  if (!rule.delivery) return file
  return deliverImage(context.media, file, { ...rule.delivery, code: rule.code, item: item.label, owner })
}
