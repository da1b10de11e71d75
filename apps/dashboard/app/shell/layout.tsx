import { AppShell, Box, Burger, Group, ScrollArea, Text, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense, useEffect } from 'react'
import { useLocation } from 'wouter'
import styles from './layout.module.css'
import { Navigation } from './navigation-list.tsx'
import { Pages } from './pages.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { ViewerMenu } from './viewer-menu.tsx'

// Its list is a large part of the component library, and most organizations do not need it at once.
const ProfileSwitcher = lazy(() => import('./profile-switcher.tsx'))

function Brand() {
  return (
    <Group gap="xs" wrap="nowrap">
      <img src="/favicon.ico" alt="" width={22} height={22} />
      <Text fw={600}>Carillon</Text>
    </Group>
  )
}

/** The frame around every page; the navigation is a drawer on a phone. */
export function Layout() {
  const [isOpen, drawer] = useDisclosure(false)
  const [location] = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: following a link closes the drawer.
  useEffect(drawer.close, [location])
  return (
    <AppShell
      header={{ height: { base: 56, sm: 0 } }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <a className={styles['skip']} href="#page">
        Skip to the page
      </a>
      <AppShell.Header hiddenFrom="sm" px="md">
        <Group h="100%" justify="space-between" wrap="nowrap" gap="sm">
          <Brand />
          <Box flex={1} maw={240} miw={0}>
            <Suspense>
              <ProfileSwitcher />
            </Suspense>
          </Box>
          <Burger opened={isOpen} onClick={drawer.toggle} size="sm" aria-expanded={isOpen}>
            <VisuallyHidden>{isOpen ? 'Close the navigation' : 'Open the navigation'}</VisuallyHidden>
          </Burger>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="md" className={styles['navbar'] ?? ''} aria-label="Sections">
        <AppShell.Section visibleFrom="sm" pb="xs" px="xs">
          <Brand />
        </AppShell.Section>
        <AppShell.Section grow component={ScrollArea} type="auto" scrollbars="y">
          <Box visibleFrom="sm" mb="xs">
            <Suspense>
              <ProfileSwitcher />
            </Suspense>
          </Box>
          <Navigation />
        </AppShell.Section>
        <AppShell.Section>
          <ViewerMenu />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="page" className={styles['main'] ?? ''}>
        <div className={styles['content']}>
          <Pages />
        </div>
      </AppShell.Main>
      <Shortcuts />
    </AppShell>
  )
}
