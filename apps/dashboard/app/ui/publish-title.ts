import type { Publish } from '@carillon/client'
import { networks } from './networks.ts'

/**
 * The title of a publish in a list: the first line of its text, at most 200 characters; without text, its kind and
 * network, such as "Video on X".
 */
export function publishTitle({ text, platform, media }: Pick<Publish, 'text' | 'platform' | 'media'>): string {
  const line = text?.trim().split('\n', 1)[0]?.slice(0, 200)
  if (line) return line
  const what = media.length === 0 ? 'Post' : media[0]?.kind === 'video' ? 'Video' : 'Images'
  return `${what} on ${networks[platform].name}`
}
