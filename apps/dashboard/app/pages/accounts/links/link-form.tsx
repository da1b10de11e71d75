import type { Platform } from '@carillon/client'
import { Code, Group, MultiSelect, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useProfileId } from '../../../data/profile.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { DialogForm } from '../../../ui/dialog-form.tsx'
import { networks, platforms } from '../../../ui/networks.ts'
import { Time } from '../../../ui/time.tsx'
import { useCreateLink } from './use-links.ts'

const terms = [
  { value: '1', label: '1 day' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
]

/** The URL of a new link. It is shown only here: the service does not return it again. */
function Created({ url, expiresAt }: { url: string; expiresAt: string }) {
  return (
    <Stack gap="md">
      <Code block className="wrapped">
        {url}
      </Code>
      <Text size="sm" c="dimmed" component="div">
        Send this link to your customer. It ends <Time at={expiresAt} /> and is shown this once. The accounts that they
        connect appear in the list.
      </Text>
      <Group>
        <CopyButton text={url} label="Copy link" />
      </Group>
    </Stack>
  )
}

export interface LinkFormProps {
  /** The networks that the deployment has credentials for. */
  configured: readonly Platform[]
  /** The network that is selected initially; null for none, which stands for all. */
  platform: Platform | null
  onBack(): void
}

/**
 * Creates a link to a page on which a customer connects accounts without a key, for some or all networks and for 1, 7
 * or 30 days; then shows its URL.
 */
export function LinkForm({ configured, platform, onBack }: LinkFormProps) {
  const [chosen, setChosen] = useState<readonly Platform[]>(platform === null ? [] : [platform])
  const [days, setDays] = useState('7')
  const { mutate, data, isPending, error } = useCreateLink(useProfileId())
  if (data) return <Created url={data.url} expiresAt={data.expiresAt} />
  const offered = platforms.filter((one) => configured.includes(one))
  return (
    <DialogForm
      action="Create link"
      cancel="Back"
      isReady
      isBusy={isPending}
      error={error}
      onSubmit={() => mutate({ platforms: chosen, days: Number(days) })}
      onClose={onBack}
    >
      <Text size="sm" c="dimmed">
        Your customer opens the link and connects their accounts until it ends. They need no key and no account here.
      </Text>
      <MultiSelect
        label="Social networks"
        data={offered.map((one) => ({ value: one, label: networks[one].name }))}
        value={[...chosen]}
        onChange={(names) => setChosen(offered.filter((one) => names.includes(one)))}
        {...(chosen.length === 0 && { placeholder: 'All' })}
        clearable
        clearButtonProps={{ 'aria-label': 'All social networks' }}
      />
      <Select
        label="Valid for"
        data={terms}
        value={days}
        onChange={(value) => setDays(value ?? days)}
        allowDeselect={false}
        maw={200}
      />
    </DialogForm>
  )
}
