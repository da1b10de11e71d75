import { Group, Kbd, Table } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { lazy, Suspense } from 'react'
import { useLocation } from 'wouter'
import { useAccess } from '../data/access.ts'
import { Dialog } from '../ui/dialog.tsx'
import { noteNavigation } from '../ui/navigation.ts'
import { isOffered } from './offered.ts'
import { routes } from './routes.ts'

const CommandPalette = lazy(() => import('./command-palette.tsx'))

const composePath = '/compose'
const compose = routes.find(({ path }) => path === composePath)

/** Focuses the search field of the page, the first element with `data-search`; does nothing if none exists. */
function focusSearch(): void {
  document.querySelector<HTMLElement>('[data-search]')?.focus()
}

const shortcuts = (canCompose: boolean) => [
  { meaning: 'Go to a page, an account, a profile or an id', keys: ['Ctrl', 'K'] },
  { meaning: 'Go to the search field', keys: ['/'] },
  ...(canCompose ? [{ meaning: 'Compose a post', keys: ['C'] }] : []),
  { meaning: 'Move in a list', keys: ['↑', '↓'] },
  { meaning: 'Close a dialog or a menu', keys: ['Esc'] },
  { meaning: 'Show this list', keys: ['?'] },
]

/** The keyboard shortcuts of every page, with the command palette (Ctrl+K) and the list of shortcuts (?). */
export function Shortcuts() {
  const [opened, list] = useDisclosure(false)
  const [isGoing, palette] = useDisclosure(false)
  const [, navigate] = useLocation()
  const access = useAccess()
  const canCompose = compose !== undefined && isOffered(compose, access)
  const goToCompose = () => {
    if (!canCompose) return
    noteNavigation()
    navigate(composePath)
  }
  useHotkeys([
    ['/', focusSearch],
    ['shift+?', list.open],
    ['c', goToCompose],
  ])
  // Also while one writes, where no other key works.
  useHotkeys([['mod+k', palette.toggle]], [])
  return (
    <>
      {isGoing && (
        <Suspense>
          <CommandPalette onClose={palette.close} />
        </Suspense>
      )}
      <Dialog opened={opened} onClose={list.close} title="Keyboard shortcuts">
        <Table aria-label="Keyboard shortcuts" horizontalSpacing={0} verticalSpacing="sm">
          <Table.Tbody>
            {shortcuts(canCompose).map(({ meaning, keys }) => (
              <Table.Tr key={meaning}>
                <Table.Td>{meaning}</Table.Td>
                <Table.Td>
                  <Group gap={4} justify="flex-end">
                    {keys.map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </Group>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Dialog>
    </>
  )
}
