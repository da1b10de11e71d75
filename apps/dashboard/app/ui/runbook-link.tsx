import { Anchor } from '@mantine/core'

/** The pages for operators to which the dashboard leads. */
export type Runbook = 'network-slow' | 'network-failing' | 'unknown-writes' | 'internal-errors' | 'storage-failing'

/** A link to what an operator of the installation does about it, in the documentation that the service has itself. */
export function RunbookLink({ of }: { of: Runbook }) {
  return (
    <Anchor size="xs" href={`/docs/runbooks#${of}`} underline="always">
      Runbook
    </Anchor>
  )
}
