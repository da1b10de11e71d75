import type { ComponentType } from 'react'
import type { IconName } from '../ui/icon-paths.ts'

/** Below which path the app lives; the paths of the routes follow it. */
export const basePath = '/dashboard'

export const sections = ['', 'Publishing', 'Conversations', 'Reports', 'Organization'] as const

export interface Route {
  /** In the notation of wouter: `/publishes/:id`. */
  path: string
  title: string
  /** A route with an icon is listed in the navigation, below the heading of its section. */
  icon?: IconName
  section: (typeof sections)[number]
  /** Whether it is about the whole organization: a key that is bound to one profile does not reach it. */
  forOrganization?: boolean
  load(): Promise<{ default: ComponentType }>
}

/** Every page. Each is loaded when it is shown for the first time. */
export const routes: readonly Route[] = [
  {
    path: '/',
    title: 'Overview',
    icon: 'overview',
    section: '',
    load: () => import('../pages/overview/overview-page.tsx'),
  },
  {
    path: '/accounts',
    title: 'Accounts',
    icon: 'accounts',
    section: '',
    load: () => import('../pages/accounts/accounts-page.tsx'),
  },
  {
    path: '/accounts/:id',
    title: 'Account',
    section: '',
    load: () => import('../pages/accounts/account-page.tsx'),
  },
  {
    path: '/compose',
    title: 'Compose',
    icon: 'compose',
    section: 'Publishing',
    load: () => import('../pages/compose/compose-page.tsx'),
  },
  {
    path: '/publishes',
    title: 'Publishes',
    icon: 'publishes',
    section: 'Publishing',
    load: () => import('../pages/publishes/publishes-page.tsx'),
  },
  {
    path: '/publishes/:publishId',
    title: 'Publish',
    section: 'Publishing',
    load: () => import('../pages/publishes/publish-page.tsx'),
  },
  {
    path: '/comments',
    title: 'Comments',
    icon: 'comments',
    section: 'Conversations',
    load: () => import('../pages/comments/comments-page.tsx'),
  },
  {
    path: '/inbox',
    title: 'Inbox',
    icon: 'inbox',
    section: 'Conversations',
    load: () => import('../pages/inbox/inbox-page.tsx'),
  },
  {
    path: '/analytics',
    title: 'Analytics',
    icon: 'analytics',
    section: 'Reports',
    load: () => import('../pages/analytics/analytics-page.tsx'),
  },
  {
    path: '/ads',
    title: 'Ads',
    icon: 'ads',
    section: 'Reports',
    load: () => import('../pages/ads/ads-page.tsx'),
  },
  {
    path: '/profiles',
    title: 'Profiles',
    icon: 'profiles',
    section: 'Organization',
    forOrganization: true,
    load: () => import('../pages/profiles/profiles-page.tsx'),
  },
  {
    path: '/usage',
    title: 'Usage',
    icon: 'usage',
    section: 'Organization',
    forOrganization: true,
    load: () => import('../pages/usage/usage-page.tsx'),
  },
  {
    path: '/settings',
    title: 'Settings',
    icon: 'settings',
    section: 'Organization',
    forOrganization: true,
    load: () => import('../pages/settings/settings-page.tsx'),
  },
]
