import { Alert, Anchor, Button, Code, Group, Stack, Text } from '@mantine/core'
import { errorWords } from '../data/error-words.ts'
import { Icon } from './icon.tsx'

export interface ErrorNoticeProps {
  error: unknown
  /** Called by the button "Try again", which is absent without it. */
  onRetry?: () => void
}

/** Any thrown value in words: the error, its remedy, and the request id for support. */
export function ErrorNotice({ error, onRetry }: ErrorNoticeProps) {
  const { title, message, remedy, code, requestId, docUrl } = errorWords(error)
  const hasMore = onRetry || docUrl || code || requestId
  return (
    <Alert color="red" variant="light" title={title} icon={<Icon name="alert" />} role="alert">
      <Stack gap="xs" align="flex-start">
        <Text size="sm" className="foreign">
          {message} {remedy}
        </Text>
        {hasMore && (
          <Group gap="md">
            {onRetry && (
              <Button size="xs" variant="default" onClick={onRetry}>
                Try again
              </Button>
            )}
            {docUrl && (
              <Anchor size="sm" href={docUrl} rel="noreferrer" underline="always">
                What this means
              </Anchor>
            )}
            {(code || requestId) && (
              <Text size="xs" component="div">
                {code && <Code>{code}</Code>}
                {requestId && (
                  <>
                    {' '}
                    Request id <Code>{requestId}</Code>
                  </>
                )}
              </Text>
            )}
          </Group>
        )}
      </Stack>
    </Alert>
  )
}
