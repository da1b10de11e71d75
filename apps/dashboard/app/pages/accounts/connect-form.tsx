import type { Platform } from '@carillon/client'
import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Facts } from '../../data/facts.ts'
import { NetworkIcon } from '../../ui/network-icon.tsx'
import { loginNames, networks } from '../../ui/networks.ts'
import { type ConnectChoice, methodsOf } from './connection.ts'

export interface ConnectFormProps {
  platform: Platform
  facts: Facts
  isBusy: boolean
  onBack: () => void
  onStart: (choice: ConnectChoice) => void
  /** Called if the user chooses to create a link for a customer instead. */
  onLink: () => void
}

/**
 * The input that a social network takes before its consent page is opened: a handle, or which of its logins to use.
 * `onStart` gets the choice.
 */
export function ConnectForm({ platform, facts, isBusy, onBack, onStart, onLink }: ConnectFormProps) {
  const methods = methodsOf(platform, facts)
  const cell = facts.capabilities['connect']?.cells[platform]
  const takesHandle = cell !== undefined && cell !== false && cell['handle'] === true
  const [handle, setHandle] = useState('')
  const [method, setMethod] = useState(methods[0])
  const choice = { platform, ...(handle.trim() && { handle: handle.trim() }), ...(method && { authMethod: method }) }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onStart(choice)
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Group gap="sm" wrap="nowrap">
          <NetworkIcon platform={platform} named />
          <Text fw={500} flex={1}>
            {networks[platform].name}
          </Text>
          <Button size="compact-sm" variant="subtle" onClick={onBack}>
            Back
          </Button>
        </Group>
        {methods.length > 1 && (
          <Radio.Group
            label="Login"
            value={method ?? null}
            onChange={(value) => setMethod(methods.find((one) => one === value))}
          >
            <Stack gap="xs" mt="xs">
              {methods.map((one) => (
                <Radio key={one} value={one} label={loginNames[one]} />
              ))}
            </Stack>
          </Radio.Group>
        )}
        {takesHandle && (
          <TextInput
            label="Handle"
            description="Optional: it leads to the right server at once, and fills in the form there."
            placeholder="name.example.com"
            value={handle}
            onChange={(event) => setHandle(event.currentTarget.value)}
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus
          />
        )}
        <Text size="sm" c="dimmed">
          {networks[platform].name} opens in a new tab and asks you to agree. For the account of a customer, send them a
          link instead.
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onLink} disabled={isBusy}>
            Link for a customer
          </Button>
          <Button type="submit" loading={isBusy}>
            Continue
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
