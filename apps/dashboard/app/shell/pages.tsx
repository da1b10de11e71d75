import { Center, Loader } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { ProfileGate } from './profile-gate.tsx'
import { routes } from './routes.ts'

const pages = routes.map(({ path, forOrganization = false, load }) => ({
  path,
  forOrganization,
  Component: lazy(load),
}))

/** The page of the current URL. One that fails leaves the navigation usable. */
export function Pages() {
  const [location] = useLocation()
  return (
    <ErrorBoundary key={location}>
      <Suspense
        fallback={
          <Center h={240}>
            <Loader aria-label="Loading" />
          </Center>
        }
      >
        <Switch>
          {pages.map(({ path, forOrganization, Component }) => (
            <Route key={path} path={path}>
              {forOrganization ? (
                <Component />
              ) : (
                <ProfileGate>
                  <Component />
                </ProfileGate>
              )}
            </Route>
          ))}
          <Route>
            <NotFoundPage />
          </Route>
        </Switch>
      </Suspense>
    </ErrorBoundary>
  )
}
