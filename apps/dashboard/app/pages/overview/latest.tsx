import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { newestPublishes } from '../../data/overview.ts'
import { useProfileId } from '../../data/profile.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { NetworkIcon } from '../../ui/network-icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PublishStatusBadge } from '../../ui/publish-status-badge.tsx'
import { publishTitle } from '../../ui/publish-title.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { Time } from '../../ui/time.tsx'

const shown = 6

/** The six newest publishes of the profile. */
export function Latest() {
  const { data, isPending, error, refetch } = useQuery(newestPublishes(useProfileId()))
  return (
    <Panel
      title="Latest publishes"
      aside={
        <TextLink to="/publishes" size="sm">
          All publishes
        </TextLink>
      }
    >
      {error && !data ? <ErrorNotice error={error} onRetry={() => refetch()} /> : null}
      {isPending && <Skeleton height={120} />}
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing was published yet.
        </Text>
      )}
      {data && data.length > 0 && (
        <Stack gap="sm">
          {data.slice(0, shown).map(({ publishId, platform, status, createdAt, text, media }) => (
            <Group key={publishId} gap="sm" wrap="nowrap" justify="space-between">
              <Group gap="sm" wrap="nowrap" miw={0}>
                <NetworkIcon platform={platform} size={22} />
                <TextLink to={`/publishes/${publishId}`} size="sm" c="inherit" lineClamp={1} className="foreign">
                  {publishTitle({ text, platform, media })}
                </TextLink>
              </Group>
              <Group gap="sm" wrap="nowrap">
                <Text size="xs" c="dimmed" component="div" visibleFrom="xs">
                  <Time at={createdAt} />
                </Text>
                <PublishStatusBadge status={status} />
              </Group>
            </Group>
          ))}
        </Stack>
      )}
    </Panel>
  )
}
