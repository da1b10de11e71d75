import { Text, type TextProps } from '@mantine/core'

/**
 * Text that others wrote: names, captions, comments. Its writing direction and long words do not affect the line around
 * it.
 */
export function Foreign({ children, ...props }: TextProps & { children: string }) {
  return (
    <Text component="bdi" dir="auto" className="foreign" {...props}>
      {children}
    </Text>
  )
}
