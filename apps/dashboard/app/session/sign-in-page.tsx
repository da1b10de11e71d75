import { Alert, Anchor, Button, Center, Group, Paper, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { noteSignedIn } from '../data/session-query.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { KeyRejected, openSession } from './open-session.ts'
import styles from './sign-in-page.module.css'

type Reason = 'none' | 'expired' | 'signed-out'

const notices: Record<Reason, string | null> = {
  none: null,
  expired: 'Your session has ended. Sign in again to go on where you were.',
  'signed-out': 'You have signed out.',
}

/**
 * The form that exchanges an API key for a session. The key is sent once and stored nowhere in the browser. `reason`
 * says why there is no session.
 */
export function SignInPage({ reason }: { reason: Reason }) {
  const client = useQueryClient()
  const [key, setKey] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: openSession,
    onSuccess: (session) => noteSignedIn(client, session),
  })
  useEffect(() => {
    document.title = 'Sign in · Carillon'
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate(key.trim())
  }
  const rejected = error instanceof KeyRejected ? error.message : null
  const notice = notices[reason]
  return (
    <Center mih="100vh" p="md" component="main">
      <Paper withBorder p="xl" radius="md" w="100%" maw={420}>
        <form onSubmit={submit}>
          <Stack gap="md">
            <Group gap="xs">
              <img src="/favicon.ico" alt="" width={26} height={26} />
              <Title order={1}>Sign in to Carillon</Title>
            </Group>
            {notice && (
              <Alert variant="light" color="bronze" role="status" p="sm">
                {notice}
              </Alert>
            )}
            <PasswordInput
              label="API key"
              description="It begins with carillon_. It is exchanged for a session and not stored in this browser."
              value={key}
              onChange={(event) => setKey(event.currentTarget.value)}
              error={rejected}
              autoComplete="off"
              spellCheck={false}
              required
              withAsterisk={false}
              data-autofocus
              autoFocus
              visibilityToggleButtonProps={{ 'aria-label': 'Show the key' }}
            />
            {error && !rejected ? <ErrorNotice error={error} /> : null}
            <Button type="submit" loading={isPending} fullWidth>
              Sign in
            </Button>
            <Text size="sm" c="dimmed">
              No key yet? The operator of Carillon creates one with{' '}
              <code className={styles['command']}>npm run admin</code>;{' '}
              <code className={styles['command']}>npm start</code> prints the first. The{' '}
              <Anchor href="/docs" inherit underline="always">
                API reference
              </Anchor>{' '}
              needs none.
            </Text>
          </Stack>
        </form>
      </Paper>
    </Center>
  )
}
