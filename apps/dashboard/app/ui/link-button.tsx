import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { noteNavigation } from './navigation.ts'

/** A link to a page of the app that looks like a button. `to` begins with a slash and does not contain `/dashboard`. */
export function LinkButton({ to, children, ...props }: ButtonProps & { to: string; children: ReactNode }) {
  return (
    <Button component={Link} href={to} onClick={noteNavigation} {...props}>
      {children}
    </Button>
  )
}
