import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { Router } from 'wouter'
import { createQueryClient } from '../data/query-client.ts'
import { SessionGate } from '../session/session-gate.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { Layout } from './layout.tsx'
import { styleNonce } from './nonce.ts'
import { basePath } from './routes.ts'
import { cssVariables, theme } from './theme.ts'

const queryClient = createQueryClient()

/** The whole app: theme, notifications, error boundary, cache, router, session and layout. */
export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <Notifications position="bottom-right" limit={3} />
      <ErrorBoundary>
        <QueryClientProvider client={queryClient}>
          <Router base={basePath}>
            <SessionGate>
              <Layout />
            </SessionGate>
          </Router>
        </QueryClientProvider>
      </ErrorBoundary>
    </MantineProvider>
  )
}
