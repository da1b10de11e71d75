import type { Organization, UpdateOrganizationRequest } from '@carillon/client'
import { Button, ColorInput, FileButton, Group, Image, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useAccess } from '../../data/access.ts'
import { api } from '../../data/api.ts'
import { organizationQuery } from '../../data/organization.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { ListStates } from '../../ui/list-states.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { Section } from '../../ui/section.tsx'
import { base64Of } from './base64-of.ts'

function useChange() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (change: UpdateOrganizationRequest | { logoFile: File }) => {
      const body = 'logoFile' in change ? { logo: { base64: await base64Of(change.logoFile) } } : change
      return api.patch('/organization', { body })
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['organization'] })
      notifyDone('The change was saved.')
    },
  })
}

/**
 * The path of a URL of the service. Images are loaded by it from the page's own origin, as the service can have several
 * hosts.
 */
const pathOf = (url: string) => new URL(url).pathname

function Logo({ organization: { name, logoUrl } }: { organization: Organization }) {
  const { mutate, isPending, error } = useChange()
  return (
    <Stack gap="xs">
      {logoUrl && <Image src={pathOf(logoUrl)} alt={`Logo of ${name}`} mah={64} maw={192} fit="contain" />}
      <Group gap="xs">
        <FileButton accept="image/png,image/jpeg,image/webp" onChange={(logoFile) => logoFile && mutate({ logoFile })}>
          {(props) => (
            <Button {...props} size="xs" variant="default" loading={isPending}>
              {logoUrl ? 'Replace logo' : 'Add a logo'}
            </Button>
          )}
        </FileButton>
        {logoUrl && (
          <Button size="xs" variant="default" onClick={() => mutate({ logo: null })}>
            Remove logo
          </Button>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        PNG, JPEG or WebP, up to 512 KiB.
      </Text>
      {error ? <ErrorNotice error={error} /> : null}
    </Stack>
  )
}

function Names({ organization }: { organization: Organization }) {
  const { mutate, isPending, error } = useChange()
  const [name, setName] = useState(organization.name)
  const [color, setColor] = useState(organization.color ?? '')
  const isColor = color === '' || /^#[\da-f]{6}$/i.test(color)
  const isChanged = name.trim() !== organization.name || color !== (organization.color ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate({ name: name.trim(), color: color === '' ? null : color })
  }
  return (
    <form onSubmit={submit}>
      <Group gap="xs" align="flex-end">
        <TextInput
          label="Name"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          maxLength={100}
          w={{ base: '100%', sm: 320 }}
        />
        <ColorInput
          label="Colour of buttons"
          placeholder="The usual one"
          value={color}
          onChange={setColor}
          withPicker={false}
          withEyeDropper={false}
          w={180}
        />
        <Button
          type="submit"
          variant="default"
          loading={isPending}
          disabled={!isChanged || !isColor || name.trim() === ''}
        >
          Save
        </Button>
      </Group>
      {error ? <ErrorNotice error={error} /> : null}
    </form>
  )
}

/**
 * The name, colour and logo of the organization that customers see on the pages on which they connect accounts; fields
 * to change them for keys with `profiles:write`.
 */
export function OrganizationLook() {
  const list = useQuery(organizationQuery)
  const { can } = useAccess()
  const organization = list.data
  return (
    <Section
      title="Organization"
      description="What customers see on the pages on which they connect accounts, such as those of connect links."
    >
      <ListStates list={list} isEmpty={false} empty={null}>
        {organization && can('profiles:write') && (
          <Stack gap="md">
            <Names key={`${organization.name} ${organization.color}`} organization={organization} />
            <Logo organization={organization} />
          </Stack>
        )}
        {organization && !can('profiles:write') && <Text size="sm">{organization.name}</Text>}
      </ListStates>
    </Section>
  )
}
