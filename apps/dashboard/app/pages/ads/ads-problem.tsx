import { isApiError } from '@carillon/client'
import { Alert, Code, Stack, Text } from '@mantine/core'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'

/** Why ads could not be read: permissions that are missing, or any other error. */
export function AdsProblem({ error, accountId, onRetry }: { error: unknown; accountId: string; onRetry: () => void }) {
  if (!isApiError(error, 'ads_permission_required')) return <ErrorNotice error={error} onRetry={onRetry} />
  const missing = error.details?.missingScopes ?? []
  return (
    <Alert color="yellow" variant="light" title="A permission for ads is missing" icon={<Icon name="alert" />}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm" component="div">
          The user who connected the account did not grant{' '}
          {missing.map((scope, index) => (
            <span key={scope}>
              {index > 0 && ', '}
              <Code>{scope}</Code>
            </span>
          ))}
          . Reconnect the account, and grant all permissions on the consent page.
        </Text>
        <LinkButton to={`/accounts/${accountId}`} size="xs" variant="default">
          Reconnect the account
        </LinkButton>
      </Stack>
    </Alert>
  )
}
