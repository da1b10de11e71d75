import { Anchor, type AnchorProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Icon } from './icon.tsx'
import { noteNavigation } from './navigation.ts'

/** A link to a page of the app. `to` begins with a slash, without `/dashboard`. */
export function TextLink({ to, children, ...props }: AnchorProps & { to: string; children: ReactNode }) {
  return (
    <Anchor component={Link} href={to} onClick={noteNavigation} {...props}>
      {children}
    </Anchor>
  )
}

/** A link that leaves the dashboard, in another tab; the other side does not learn from where. */
export function OutsideLink({ href, children, ...props }: AnchorProps & { href: string; children: ReactNode }) {
  return (
    <Anchor href={href} target="_blank" rel="noreferrer" {...props}>
      {children}
      {'\u00a0'}
      <Icon name="external" size={13} />
    </Anchor>
  )
}
