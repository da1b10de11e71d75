import type { Publish } from '@carillon/client'
import { Group, Paper, Stack, Text } from '@mantine/core'
import { Foreign } from '../../ui/foreign.tsx'
import { MediaThumbnail } from './media-thumbnail.tsx'
import styles from './publishes.module.css'
import { sizeWords } from './status.ts'

type Media = Publish['media'][number]

/** The index of the post of a thread that a media item belongs to; 0 is the first. */
function postOf({ path }: Media): number {
  return path[0] === 'thread' ? Number(path[1]) + 1 : 0
}

function Part({ text, media }: { text: string | null; media: readonly Media[] }) {
  return (
    <Stack gap="sm">
      {text && (
        <Foreign size="sm" className={`foreign ${styles['text']}`}>
          {text}
        </Foreign>
      )}
      {media.length > 0 && (
        <Group gap="xs">
          {media.map((item) => (
            <Stack key={item.path.join('.')} gap={2}>
              <MediaThumbnail item={item} size={120} />
              {item.bytes !== null && (
                <Text size="xs" c="dimmed">
                  {sizeWords(item.bytes)}
                </Text>
              )}
            </Stack>
          ))}
        </Group>
      )}
    </Stack>
  )
}

/**
 * The post as it was requested: its texts and media, post by post. `thread` has the texts of the posts after the first.
 */
export function PostPreview({ text, thread, media }: Pick<Publish, 'text' | 'thread' | 'media'>) {
  const texts = [text, ...thread]
  return (
    <Stack gap="xs">
      {texts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the posts of a thread have no other identity and never move.
        <Paper key={index} withBorder p="md">
          <Part text={part} media={media.filter((item) => postOf(item) === index)} />
        </Paper>
      ))}
    </Stack>
  )
}
