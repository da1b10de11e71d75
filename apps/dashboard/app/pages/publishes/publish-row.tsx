import type { Account, Publish } from '@carillon/client'
import { Box, Group, Stack, Text } from '@mantine/core'
import { accountName } from '../../ui/account-name.ts'
import { Foreign } from '../../ui/foreign.tsx'
import { NetworkIcon } from '../../ui/network-icon.tsx'
import { networks } from '../../ui/networks.ts'
import { PublishStatusBadge } from '../../ui/publish-status-badge.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Time } from '../../ui/time.tsx'
import { MediaThumbnail } from './media-thumbnail.tsx'
import styles from './publishes.module.css'

/** What a publish is called in a list: the beginning of its text. */
export function titleOf({ text, platform, media }: Pick<Publish, 'text' | 'platform' | 'media'>): string {
  const line = text?.trim().split('\n', 1)[0]?.slice(0, 200)
  if (line) return line
  const what = media.length === 0 ? 'Post' : media[0]?.kind === 'video' ? 'Video' : 'Images'
  return `${what} on ${networks[platform].name}`
}

/** One publish in the list. */
export function PublishRow({ publish, account }: { publish: Publish; account: Account | undefined }) {
  const [first] = publish.media
  return (
    <Group className={styles['row'] ?? ''} gap="sm" wrap="nowrap" align="center">
      <NetworkIcon platform={publish.platform} size={28} />
      {first && <MediaThumbnail item={first} more={publish.media.length - 1} />}
      <Stack gap={2} flex={1} miw={0}>
        <TextLink to={`/publishes/${publish.publishId}`} c="var(--mantine-color-text)" fw={500} size="sm" lineClamp={1}>
          <Foreign inherit>{titleOf(publish)}</Foreign>
        </TextLink>
        <Text size="xs" c="dimmed" lineClamp={1} component="div">
          {account && (
            <>
              <Foreign inherit>{accountName(account)}</Foreign>
              {' · '}
            </>
          )}
          <Time at={publish.createdAt} />
        </Text>
        <Box hiddenFrom="sm">
          <PublishStatusBadge status={publish.status} />
        </Box>
        {publish.error && (
          <Text size="xs" c="var(--mantine-color-error)" lineClamp={1}>
            {publish.error.message}
          </Text>
        )}
      </Stack>
      <Box style={{ flex: 'none' }} visibleFrom="sm">
        <PublishStatusBadge status={publish.status} />
      </Box>
    </Group>
  )
}
