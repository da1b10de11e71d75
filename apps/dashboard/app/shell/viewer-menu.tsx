import { Divider, Menu, NavLink, SegmentedControl, Stack, useMantineColorScheme, VisuallyHidden } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useFacts } from '../data/facts.ts'
import { noteSignedOut, sendToSession } from '../data/session-query.ts'
import { Icon } from '../ui/icon.tsx'
import { notifyError } from '../ui/notify.ts'

const schemes = [
  { value: 'auto', icon: 'system', name: 'As the system' },
  { value: 'light', icon: 'light', name: 'Light' },
  { value: 'dark', icon: 'dark', name: 'Dark' },
] as const

function ColorScheme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <SegmentedControl
      fullWidth
      size="xs"
      aria-label="Colour scheme"
      value={colorScheme}
      onChange={(value) => {
        const scheme = schemes.find((one) => one.value === value)
        if (scheme) setColorScheme(scheme.value)
      }}
      data={schemes.map(({ value, icon, name }) => ({
        value,
        label: (
          <>
            <Icon name={icon} size={16} />
            <VisuallyHidden>{name}</VisuallyHidden>
          </>
        ),
      }))}
    />
  )
}

function useSignOut() {
  const client = useQueryClient()
  return async (everywhere: boolean) => {
    // A read that is in flight would meet a session that is gone.
    await client.cancelQueries()
    try {
      const response = await sendToSession('DELETE', { query: everywhere ? '?everywhere=true' : '' })
      // Without a session there is nothing to sign out of.
      if (!response.ok && response.status !== 401) throw new Error('Signing out did not work.')
      noteSignedOut(client)
    } catch (error) {
      notifyError(error)
      await client.refetchQueries({ type: 'active' })
    }
  }
}

/** At the foot of the navigation: documentation, colour scheme, signing out. */
export function ViewerMenu() {
  const signOut = useSignOut()
  const sandboxUrl = useFacts()?.sandboxUrl
  return (
    <Stack gap="xs" pt="md">
      <Divider />
      <NavLink
        href="/docs"
        label="API reference"
        leftSection={<Icon name="docs" />}
        py={6}
        px="xs"
        style={{ borderRadius: 'var(--mantine-radius-md)' }}
      />
      {sandboxUrl && (
        <NavLink
          href={sandboxUrl}
          target="_blank"
          rel="noreferrer"
          label="Sandbox"
          leftSection={<Icon name="external" />}
          py={6}
          px="xs"
          style={{ borderRadius: 'var(--mantine-radius-md)' }}
        />
      )}
      <Menu position="top-start" width={220} withinPortal>
        <Menu.Target>
          <NavLink
            component="button"
            type="button"
            label="Sign out"
            leftSection={<Icon name="sign-out" />}
            py={6}
            px="xs"
            style={{ borderRadius: 'var(--mantine-radius-md)' }}
          />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => signOut(false)}>Sign out here</Menu.Item>
          <Menu.Item onClick={() => signOut(true)}>Sign out everywhere</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ColorScheme />
    </Stack>
  )
}
