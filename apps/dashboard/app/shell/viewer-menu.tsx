import { Divider, Menu, NavLink, Stack, useMantineColorScheme } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useFacts } from '../data/facts.ts'
import { noteSigningOut } from '../data/session-query.ts'
import { Icon } from '../ui/icon.tsx'

const schemes = [
  { value: 'auto', icon: 'system', name: 'As the system' },
  { value: 'light', icon: 'light', name: 'Light' },
  { value: 'dark', icon: 'dark', name: 'Dark' },
] as const

/** Menu items that choose the colour scheme, which is stored in this browser. */
function ColourItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Menu.RadioGroup
      value={colorScheme}
      onChange={(value) => {
        const scheme = schemes.find((one) => one.value === value)
        if (scheme) setColorScheme(scheme.value)
      }}
    >
      {schemes.map(({ value, icon, name }) => (
        <Menu.RadioItem key={value} value={value} rightSection={<Icon name={icon} size={16} />}>
          {name}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}

/**
 * The foot of the navigation: links to the documentation and the sandbox, the colour scheme, and signing out here or
 * everywhere.
 */
export function ViewerMenu() {
  const client = useQueryClient()
  const sandboxUrl = useFacts()?.sandboxUrl
  return (
    <Stack gap={6} pt="xs">
      <Divider />
      <Stack gap={1}>
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
        <Menu position="top-start" width="target">
          <Menu.Target>
            <NavLink
              component="button"
              type="button"
              label="Colours and sign out"
              leftSection={<Icon name="sign-out" />}
            />
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>Colours</Menu.Label>
            <ColourItems />
            <Menu.Divider />
            <Menu.Item onClick={() => noteSigningOut(client, false)}>Sign out here</Menu.Item>
            <Menu.Item onClick={() => noteSigningOut(client, true)}>Sign out everywhere</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Stack>
    </Stack>
  )
}
