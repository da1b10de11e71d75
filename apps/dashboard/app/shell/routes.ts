import type { ComponentType } from 'react'
import type { KeyScope } from '../data/key-scopes.ts'
import type { IconName } from '../ui/icon-paths.ts'

/** The path under which the app is served; the paths of the routes follow it. */
export const basePath = '/dashboard'

export const sections = ['', 'Publishing', 'Conversations', 'Reports', 'Developers', 'Organization'] as const

export interface Route {
  /** The path below `basePath` in the notation of wouter: `/publishes/:id`. The first route that matches is shown. */
  path: string
  title: string
  /** A route with an icon is listed in the navigation, below the heading of its section. */
  icon?: IconName
  section: (typeof sections)[number]
  /**
   * Whether the page is about the whole organization: it is not listed for keys that are bound to profiles. Default:
   * false.
   */
  forOrganization?: boolean
  /** Whether the page is about everything that the key reaches instead of one chosen profile. Default: false. */
  withoutProfile?: boolean
  /** The scope that the page requires: without it, the page is neither listed nor shown. Absent if none is required. */
  scope?: KeyScope
  load(): Promise<{ default: ComponentType }>
}

/** Every page, in the order of the navigation. Each is loaded when it is shown for the first time. */
export const routes: readonly Route[] = [
  {
    path: '/',
    title: 'Overview',
    icon: 'overview',
    section: '',
    scope: 'posts:read',
    load: () => import('../pages/overview/overview-page.tsx'),
  },
  {
    path: '/accounts',
    title: 'Accounts',
    icon: 'accounts',
    section: '',
    scope: 'accounts:read',
    load: () => import('../pages/accounts/accounts-page.tsx'),
  },
  {
    path: '/accounts/:id',
    title: 'Account',
    section: '',
    scope: 'accounts:read',
    load: () => import('../pages/accounts/account-page.tsx'),
  },
  {
    path: '/compose',
    title: 'Compose',
    icon: 'compose',
    section: 'Publishing',
    scope: 'posts:write',
    load: () => import('../pages/compose/compose-page.tsx'),
  },
  {
    path: '/calendar',
    title: 'Calendar',
    icon: 'calendar',
    section: 'Publishing',
    scope: 'schedules:read',
    load: () => import('../pages/calendar/calendar-page.tsx'),
  },
  {
    path: '/calendar/slots',
    title: 'Weekly slots',
    section: 'Publishing',
    scope: 'schedules:read',
    load: () => import('../pages/calendar/slots/slots-page.tsx'),
  },
  {
    path: '/calendar/:scheduleId',
    title: 'Scheduled post',
    section: 'Publishing',
    scope: 'schedules:read',
    load: () => import('../pages/calendar/schedule-page.tsx'),
  },
  {
    path: '/publishes',
    title: 'Publishes',
    icon: 'publishes',
    section: 'Publishing',
    scope: 'posts:read',
    load: () => import('../pages/publishes/publishes-page.tsx'),
  },
  {
    path: '/publishes/:publishId',
    title: 'Publish',
    section: 'Publishing',
    scope: 'posts:read',
    load: () => import('../pages/publishes/publish-page.tsx'),
  },
  {
    path: '/comments',
    title: 'Comments',
    icon: 'comments',
    section: 'Conversations',
    scope: 'comments:read',
    load: () => import('../pages/comments/comments-page.tsx'),
  },
  {
    path: '/inbox',
    title: 'Inbox',
    icon: 'inbox',
    section: 'Conversations',
    scope: 'messages:read',
    load: () => import('../pages/inbox/inbox-page.tsx'),
  },
  {
    path: '/analytics',
    title: 'Analytics',
    icon: 'analytics',
    section: 'Reports',
    scope: 'analytics:read',
    load: () => import('../pages/analytics/analytics-page.tsx'),
  },
  {
    path: '/ads',
    title: 'Ads',
    icon: 'ads',
    section: 'Reports',
    scope: 'ads:read',
    load: () => import('../pages/ads/ads-page.tsx'),
  },
  {
    path: '/keys',
    title: 'API keys',
    icon: 'key',
    section: 'Developers',
    forOrganization: true,
    scope: 'keys:read',
    load: () => import('../pages/keys/keys-page.tsx'),
  },
  {
    path: '/keys/new',
    title: 'Create a key',
    section: 'Developers',
    forOrganization: true,
    scope: 'keys:write',
    load: () => import('../pages/keys/new-key-page.tsx'),
  },
  {
    path: '/keys/:keyId/edit',
    title: 'Edit a key',
    section: 'Developers',
    forOrganization: true,
    scope: 'keys:write',
    load: () => import('../pages/keys/edit-key-page.tsx'),
  },
  {
    path: '/keys/:keyId',
    title: 'API key',
    section: 'Developers',
    forOrganization: true,
    scope: 'keys:read',
    load: () => import('../pages/keys/key-page.tsx'),
  },
  {
    path: '/requests',
    title: 'Requests',
    icon: 'requests',
    section: 'Developers',
    withoutProfile: true,
    scope: 'audit:read',
    load: () => import('../pages/requests/requests-page.tsx'),
  },
  {
    path: '/events',
    title: 'Events',
    icon: 'events',
    section: 'Developers',
    withoutProfile: true,
    scope: 'events:read',
    load: () => import('../pages/events/events-page.tsx'),
  },
  {
    path: '/webhooks',
    title: 'Webhooks',
    icon: 'webhooks',
    section: 'Developers',
    withoutProfile: true,
    scope: 'webhooks:read',
    load: () => import('../pages/webhooks/webhooks-page.tsx'),
  },
  {
    path: '/webhooks/:endpointId',
    title: 'Webhook endpoint',
    section: 'Developers',
    withoutProfile: true,
    scope: 'webhooks:read',
    load: () => import('../pages/webhooks/endpoint-page.tsx'),
  },
  {
    path: '/profiles',
    title: 'Profiles',
    icon: 'profiles',
    section: 'Organization',
    forOrganization: true,
    scope: 'profiles:read',
    load: () => import('../pages/profiles/profiles-page.tsx'),
  },
  {
    path: '/activity',
    title: 'Activity',
    icon: 'clock',
    section: 'Organization',
    withoutProfile: true,
    scope: 'audit:read',
    load: () => import('../pages/activity/activity-page.tsx'),
  },
  {
    path: '/usage',
    title: 'Usage',
    icon: 'usage',
    section: 'Organization',
    forOrganization: true,
    scope: 'usage:read',
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
