import { Code, Group } from '@mantine/core'
import { useFacts } from '../../data/facts.ts'
import type { KeyScope } from '../../data/key-scopes.ts'
import { jobOf } from './key-jobs.ts'

/** The purpose that has exactly the scopes of a key; each scope if no purpose has. */
export function ScopesWords({ scopes }: { scopes: readonly KeyScope[] }) {
  const facts = useFacts()
  const job = facts && jobOf(scopes, facts.keys.presets)
  if (job) return job.label
  return (
    <Group gap={4}>
      {scopes.map((scope) => (
        <Code key={scope}>{scope}</Code>
      ))}
    </Group>
  )
}
