import { Group, Kbd, Table } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { useLocation } from 'wouter'
import { Dialog } from '../ui/dialog.tsx'
import { noteNavigation } from '../ui/navigation.ts'
import { routes } from './routes.ts'

const composePath = '/compose'
const hasCompose = routes.some(({ path }) => path === composePath)

/** The field that `/` goes to; a page marks it with `data-search`. */
function focusSearch(): void {
  document.querySelector<HTMLElement>('[data-search]')?.focus()
}

const shortcuts = [
  { meaning: 'Go to the search field', keys: ['/'] },
  ...(hasCompose ? [{ meaning: 'Compose a post', keys: ['C'] }] : []),
  { meaning: 'Move in a list', keys: ['↑', '↓'] },
  { meaning: 'Close a dialog or a menu', keys: ['Esc'] },
  { meaning: 'Show this list', keys: ['?'] },
]

/** The keys that work on every page, and the list of them. */
export function Shortcuts() {
  const [opened, list] = useDisclosure(false)
  const [, navigate] = useLocation()
  const compose = () => {
    noteNavigation()
    navigate(composePath)
  }
  useHotkeys([
    ['/', focusSearch],
    ['shift+?', list.open],
    ['c', hasCompose ? compose : () => {}],
  ])
  return (
    <Dialog opened={opened} onClose={list.close} title="Keyboard shortcuts">
      <Table aria-label="Keyboard shortcuts" horizontalSpacing={0} verticalSpacing="sm">
        <Table.Tbody>
          {shortcuts.map(({ meaning, keys }) => (
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
  )
}
