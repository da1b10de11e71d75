import { Alert, Text } from '@mantine/core'
import { Icon } from '../../ui/icon.tsx'
import { TextLink } from '../../ui/text-link.tsx'

/** The meaning of each reason, and the remedy. */
const reasons: Readonly<Record<string, { title: string; remedy: string }>> = {
  permission_missing: {
    title: 'The permission to read insights was not granted',
    remedy: 'Reconnect the account, and grant the permission to read insights.',
  },
  analyze_task_missing: {
    title: 'The user who connected the account may not see its insights',
    remedy: 'Have somebody with full access give that user access to insights, or connect with another user.',
  },
  provider_error: {
    title: 'The social network did not return the insights',
    remedy: 'Everything else is current. Try again in a few minutes.',
  },
}

/**
 * Why a report has no insights, and the remedy. `reason` is the API's `insightsUnavailable`; an unknown one is shown as
 * it is.
 */
export function UnavailableNotice({ reason, accountId }: { reason: string; accountId: string }) {
  const { title, remedy } = reasons[reason] ?? {
    title: 'Insights are not available',
    remedy: `The reason is ${reason}.`,
  }
  return (
    <Alert color="yellow" variant="light" title={title} icon={<Icon name="alert" />}>
      <Text size="sm">
        {remedy}{' '}
        <TextLink to={`/accounts/${accountId}`} inherit underline="always">
          Open the account
        </TextLink>
      </Text>
    </Alert>
  )
}
