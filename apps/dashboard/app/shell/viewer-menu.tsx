import {
  Center,
  Divider,
  Menu,
  NavLink,
  SegmentedControl,
  Stack,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useFacts } from '../data/facts.ts'
import { noteSigningOut } from '../data/session-query.ts'
import { Icon } from '../ui/icon.tsx'

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
          <Center>
            <Icon name={icon} size={16} />
            <VisuallyHidden>{name}</VisuallyHidden>
          </Center>
        ),
      }))}
    />
  )
}

/** At the foot of the navigation: documentation, colour scheme, signing out. */
export function ViewerMenu() {
  const client = useQueryClient()
  const sandboxUrl = useFacts()?.sandboxUrl
  return (
    <Stack gap="xs" pt="md">
      <Divider />
      <Stack gap={2}>
        <NavLink href="/docs" label="API reference" leftSection={<Icon name="docs" />} />
        {sandboxUrl && (
          <NavLink
            href={sandboxUrl}
            target="_blank"
            rel="noreferrer"
            label="Sandbox"
            leftSection={<Icon name="external" />}
          />
        )}
        <Menu position="top-start" width="target" withinPortal>
          <Menu.Target>
            <NavLink component="button" type="button" label="Sign out" leftSection={<Icon name="sign-out" />} />
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => noteSigningOut(client, false)}>Sign out here</Menu.Item>
            <Menu.Item onClick={() => noteSigningOut(client, true)}>Sign out everywhere</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Stack>
      <ColorScheme />
    </Stack>
  )
}
