import { Button, Stack, Text, Title } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { ErrorNotice } from './error-notice.tsx'

interface State {
  error: unknown
}

/**
 * Whether a module of the app could not be loaded, for example after an update of the service; by the messages of
 * browsers.
 */
function isStalePage(error: unknown): boolean {
  return error instanceof TypeError && /dynamically imported module|Importing a module script/i.test(error.message)
}

/**
 * Shows an error that was thrown while `children` were rendered, in words, with a button that reloads the page. Change
 * its `key` to try again.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: unknown): State {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    const isStale = isStalePage(error)
    return (
      <Stack p="xl" gap="md" align="flex-start" maw={640} role="alert">
        <Title order={1}>{isStale ? 'The dashboard was updated' : 'This page failed'}</Title>
        {isStale ? <Text>Load the page again to go on with the new version.</Text> : <ErrorNotice error={error} />}
        <Button onClick={() => location.reload()}>Load the page again</Button>
      </Stack>
    )
  }
}
