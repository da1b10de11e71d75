import type { Platform } from '@carillon/client'
import { Box } from '@mantine/core'
import { networks } from './networks.ts'

/** The mark of a social network. Its name is read out unless it is written beside it. */
export function NetworkIcon({
  platform,
  size = 24,
  named = false,
}: {
  platform: Platform
  size?: number
  /** Whether the name is written beside it. */
  named?: boolean
}) {
  const { name, mark, color } = networks[platform]
  return (
    <Box
      component="span"
      w={size}
      h={size}
      bg={color}
      c="#fff"
      fz={size * 0.46}
      fw={700}
      lh={`${size}px`}
      ta="center"
      style={{ borderRadius: size * 0.28, flex: 'none', display: 'inline-block' }}
      {...(named ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
      title={name}
    >
      {mark}
    </Box>
  )
}
