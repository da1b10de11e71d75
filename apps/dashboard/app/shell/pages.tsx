import { Center, Loader } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { ProfileGate } from './profile-gate.tsx'
import { routes } from './routes.ts'
import { ScopeGate } from './scope-gate.tsx'

const pages = routes.map(({ path, forOrganization = false, withoutProfile = false, scope, load }) => ({
  path,
  scope,
  isOfProfile: !forOrganization && !withoutProfile,
  Component: lazy(load),
}))

/**
 * The page of the current URL, loaded when it is first shown. An error within the page leaves the navigation usable.
 */
export function Pages() {
  const [location] = useLocation()
  return (
    <ErrorBoundary key={location}>
      <Suspense
        fallback={
          <Center h={240}>
            <Loader role="status" aria-label="Loading" />
          </Center>
        }
      >
        <Switch>
          {pages.map(({ path, scope, isOfProfile, Component }) => (
            <Route key={path} path={path}>
              <ScopeGate scope={scope}>
                {isOfProfile ? (
                  <ProfileGate>
                    <Component />
                  </ProfileGate>
                ) : (
                  <Component />
                )}
              </ScopeGate>
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
