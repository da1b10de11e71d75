import { Radio, Stack } from '@mantine/core'
import type { Facts } from '../../data/facts.ts'
import type { KeyScope } from '../../data/key-scopes.ts'
import { useSession } from '../../data/session-query.ts'
import { canGrant, jobOf, type KeyJob, keyJobs, scopesOfJob } from './key-jobs.ts'

export interface JobFieldProps {
  facts: Facts
  scopes: readonly KeyScope[]
  onChange(scopes: readonly KeyScope[]): void
}

/**
 * Chooses the scopes of a key by its purpose. Purposes that need scopes which the session's key does not have cannot be
 * chosen.
 */
export function JobField({ facts, scopes, onChange }: JobFieldProps) {
  const { scopes: held } = useSession()
  const chosen = jobOf(scopes, facts.keys.presets)
  const isGrantable = (job: KeyJob) => canGrant(held, scopesOfJob(job, facts.keys.presets))
  return (
    <Radio.Group
      label="What is it for?"
      value={chosen?.id ?? (scopes.length === 0 ? '' : 'own')}
      onChange={(id) => {
        const job = keyJobs.find((one) => one.id === id)
        if (job) onChange(scopesOfJob(job, facts.keys.presets))
      }}
    >
      <Stack gap="sm" pt="xs">
        {keyJobs.map((job) => (
          <Radio
            key={job.id}
            value={job.id}
            label={job.label}
            description={isGrantable(job) ? job.description : 'Takes scopes that your own key does not have.'}
            disabled={!isGrantable(job)}
          />
        ))}
        {scopes.length > 0 && !chosen && (
          <Radio value="own" label="Something else" description="The scopes that you chose below." />
        )}
      </Stack>
    </Radio.Group>
  )
}
