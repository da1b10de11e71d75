import { NavLink, Stack, Text } from '@mantine/core'
import { Link, useLocation } from 'wouter'
import { useAccess } from '../data/access.ts'
import { Icon } from '../ui/icon.tsx'
import { noteNavigation } from '../ui/navigation.ts'
import styles from './navigation-list.module.css'
import { isOffered } from './offered.ts'
import { type Route, routes, sections } from './routes.ts'

function Entry({ path, title, icon }: Route) {
  const [location] = useLocation()
  const isCurrent = path === '/' ? location === '/' : location === path || location.startsWith(`${path}/`)
  return (
    <NavLink
      component={Link}
      href={path}
      label={title}
      active={isCurrent}
      aria-current={isCurrent ? 'page' : undefined}
      leftSection={icon && <Icon name={icon} />}
      onClick={noteNavigation}
      variant="light"
      className={styles['entry'] ?? ''}
    />
  )
}

/** The navigation: the routes that have an icon and that the session's key may use, by section. */
export function Navigation() {
  const access = useAccess()
  const listed = routes.filter((route) => route.icon && isOffered(route, access))
  return (
    <div className={styles['sections']}>
      {sections.map((section) => {
        const own = listed.filter((route) => route.section === section)
        if (own.length === 0) return null
        return (
          <div key={section}>
            {section && (
              <Text size="xs" c="dimmed" px="xs" pb={2}>
                {section}
              </Text>
            )}
            <Stack gap={1}>
              {own.map((route) => (
                <Entry key={route.path} {...route} />
              ))}
            </Stack>
          </div>
        )
      })}
    </div>
  )
}
