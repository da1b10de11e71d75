import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccess } from '../../../data/access.ts'
import { useProfileId } from '../../../data/profile.ts'
import { putSlots, type Slot, slotsQuery } from '../../../data/schedules/slots.ts'
import { viewerZone } from '../../../data/schedules/zoned-time.ts'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { ListStates } from '../../../ui/list-states.tsx'
import { notifyDone } from '../../../ui/notify.ts'
import { Page } from '../../../ui/page.tsx'
import { ZoneSelect } from '../../../ui/zone-select.tsx'
import { AddTime } from './add-time.tsx'
import { isSamePlan, maxSlots, type Plan, planAfter, without, withTime } from './slot-plan.ts'
import { WeekOfSlots } from './week-of-slots.tsx'

/** The form that changes the slots; `stored` are the saved ones. Nothing is saved before the button is pressed. */
function Slots({ profileId, stored }: { profileId: string; stored: Plan }) {
  const client = useQueryClient()
  const canChange = useAccess().can('schedules:write')
  const [plan, setPlan] = useState(stored)
  const [before, setBefore] = useState(stored)
  if (!isSamePlan(stored, before)) {
    setBefore(stored)
    setPlan(planAfter(plan, { before, stored }))
  }
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => putSlots(profileId, plan),
    onSuccess: async (saved) => {
      client.setQueryData(slotsQuery(profileId).queryKey, saved)
      await client.invalidateQueries({ queryKey: ['slots', profileId] })
      notifyDone('The slots were saved.')
    },
  })
  const isChanged = !isSamePlan(plan, stored)
  const isTooMany = plan.slots.length > maxSlots
  const change = (slots: readonly Slot[]) => setPlan((before) => ({ ...before, slots }))
  return (
    <Paper withBorder p="lg" maw={800}>
      <Stack gap="lg">
        <ZoneSelect
          label="Time zone of the slots"
          value={plan.timeZone}
          onChange={(timeZone) => setPlan((before) => ({ ...before, timeZone }))}
          disabled={!canChange}
          maw={320}
        />
        {canChange && <AddTime onAdd={(days, time) => change(withTime(plan.slots, days, time))} />}
        <WeekOfSlots
          slots={plan.slots}
          {...(canChange && { onRemove: (slot: Slot) => change(without(plan.slots, slot)) })}
        />
        {error ? <ErrorNotice error={error} /> : null}
        {canChange && (
          <Group gap="sm">
            <Button onClick={() => mutate()} loading={isPending} disabled={!isChanged || isTooMany}>
              Save slots
            </Button>
            <Text size="sm" c={isTooMany ? 'var(--mantine-color-error)' : 'dimmed'} role="status">
              {isTooMany && `${plan.slots.length} slots are too many; the maximum is ${maxSlots}.`}
              {!isTooMany && isChanged && 'Not saved yet'}
            </Text>
          </Group>
        )}
      </Stack>
    </Paper>
  )
}

/** The times of each week at which the accounts of a profile publish. */
export default function SlotsPage() {
  const profileId = useProfileId()
  const query = useQuery(slotsQuery(profileId))
  const { data } = query
  return (
    <Page
      title="Weekly slots"
      back={{ to: '/calendar', label: 'Calendar' }}
      description="The times of each week at which the accounts of this profile publish. Choose “Next free slot” when you compose: each account gets its next one. Posts that are scheduled already keep their time."
    >
      <ListStates list={query} isEmpty={!data} empty={null}>
        {data && (
          <Slots
            key={profileId}
            profileId={profileId}
            stored={{ timeZone: data.timeZone ?? viewerZone(), slots: data.slots }}
          />
        )}
      </ListStates>
    </Page>
  )
}
