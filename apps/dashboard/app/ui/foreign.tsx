import { Text, type TextProps } from '@mantine/core'

/** Text that others wrote: names, captions, comments. It can neither turn nor break the line around it. */
export function Foreign({ children, ...props }: TextProps & { children: string }) {
  return (
    <Text component="bdi" dir="auto" className="foreign" {...props}>
      {children}
    </Text>
  )
}
