import { Code, Group } from '@mantine/core'

/** The types and patterns of events that an endpoint receives; "All types" if `*` is among them. */
export function Types({ types }: { types: readonly string[] }) {
  if (types.includes('*')) return 'All types'
  return (
    <Group gap={4}>
      {types.map((type) => (
        <Code key={type}>{type}</Code>
      ))}
    </Group>
  )
}
