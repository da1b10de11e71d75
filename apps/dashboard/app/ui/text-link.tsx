import { Anchor, type AnchorProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Icon } from './icon.tsx'
import { noteNavigation } from './navigation.ts'

/** A link to a page of the app. `to` begins with a slash and does not contain `/dashboard`. */
export function TextLink({ to, children, ...props }: AnchorProps & { to: string; children: ReactNode }) {
  return (
    <Anchor component={Link} href={to} onClick={noteNavigation} {...props}>
      {children}
    </Anchor>
  )
}

/** A link to another site, which opens in a new tab and gets no referrer. */
export function OutsideLink({ href, children, ...props }: AnchorProps & { href: string; children: ReactNode }) {
  return (
    <Anchor href={href} target="_blank" rel="noreferrer" {...props}>
      {children}
      {'\u00a0'}
      <Icon name="external" size={13} />
    </Anchor>
  )
}
