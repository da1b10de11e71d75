import { Kbd, Table } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { useLocation } from 'wouter'
import { Dialog } from '../ui/dialog.tsx'
import { noteNavigation } from './navigation.ts'
import { routes } from './routes.ts'

const composePath = '/compose'
const hasCompose = routes.some(({ path }) => path === composePath)

/** The field that `/` goes to; a page marks it with `data-search`. */
function focusSearch(): void {
  document.querySelector<HTMLElement>('[data-search]')?.focus()
}

const keys = [
  ['/', 'Go to the search field'],
  ...(hasCompose ? [['c', 'Compose a post']] : []),
  ['↑ ↓', 'Move in a list'],
  ['Esc', 'Close a dialog or a menu'],
  ['?', 'Show this list'],
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
    <Dialog opened={opened} onClose={list.close} title="Keyboard">
      <Table aria-label="Keyboard">
        <Table.Tbody>
          {keys.map(([key, meaning]) => (
            <Table.Tr key={key}>
              <Table.Td w={80}>
                <Kbd>{key}</Kbd>
              </Table.Td>
              <Table.Td>{meaning}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  )
}
