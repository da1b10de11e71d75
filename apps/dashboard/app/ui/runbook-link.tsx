import { Anchor } from '@mantine/core'

/** The sections of the runbooks for operators to which the dashboard links; each is an anchor in `/docs/runbooks`. */
export type Runbook = 'network-slow' | 'network-failing' | 'unknown-writes' | 'internal-errors' | 'storage-failing'

/** A link to the runbook section `of`, in the documentation that the service itself serves. */
export function RunbookLink({ of }: { of: Runbook }) {
  return (
    <Anchor size="xs" href={`/docs/runbooks#${of}`} underline="always">
      Runbook
    </Anchor>
  )
}
