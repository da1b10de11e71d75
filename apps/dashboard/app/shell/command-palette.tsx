import { Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { useAccess } from '../data/access.ts'
import { useChosenProfile } from '../data/profile.ts'
import { accountsQuery } from '../data/queries.ts'
import { accountName } from '../ui/account-name.ts'
import { Dialog } from '../ui/dialog.tsx'
import { noteNavigation } from '../ui/navigation.ts'
import { networks } from '../ui/networks.ts'
import styles from './command-palette.module.css'
import { isOffered } from './offered.ts'
import { matching, type PaletteItem } from './palette-items.ts'
import { routes } from './routes.ts'

/** The items of the palette: the pages that the key may use, the accounts of the chosen profile, and the profiles. */
function usePaletteItems(): PaletteItem[] {
  const access = useAccess()
  const { profiles, profileId, choose } = useChosenProfile()
  const isListed = profileId !== null && access.can('accounts:read')
  const { data } = useQuery({ ...accountsQuery(profileId ?? ''), enabled: isListed })
  const pages = routes
    .filter((route) => route.icon && isOffered(route, access))
    .map(({ path, title }) => ({ key: `page ${path}`, kind: 'Page', label: title, to: path }))
  const accounts = (data?.accounts ?? []).map((account) => ({
    key: `account ${account.accountId}`,
    kind: `${networks[account.platform].name} account`,
    label: accountName(account),
    words: account.accountId,
    to: `/accounts/${account.accountId}`,
  }))
  const others = profiles.map(({ id, name }) => ({
    key: `profile ${id}`,
    kind: 'Profile',
    label: name,
    words: id,
    run: () => choose(id),
  }))
  return [...pages, ...accounts, ...others]
}

const idOf = ({ key }: PaletteItem) => `palette-${key.replaceAll(/[^\w-]/g, '-')}`

/**
 * A dialog that opens a page, an account, a profile or, by its whole id, a publish, a request or the activity about an
 * object.
 */
export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation()
  const access = useAccess()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const isOpen = (to: string) =>
    routes.some((route) => to.startsWith(route.path) && route.path !== '/' && isOffered(route, access))
  const items = matching(usePaletteItems(), typed, isOpen)
  const current = items[Math.min(at, items.length - 1)]
  const choose = (item: PaletteItem) => {
    onClose()
    item.run?.()
    if (item.to === undefined) return
    noteNavigation()
    navigate(item.to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // The keys then belong to the input method.
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && items.length > 0) {
      event.preventDefault()
      setAt((before) => (Math.min(before, items.length - 1) + step + items.length) % items.length)
    }
    if (event.key === 'Enter' && current) {
      event.preventDefault()
      choose(current)
    }
  }
  return (
    <Dialog opened onClose={onClose} title="Go to">
      <TextInput
        aria-label="Page, account, profile or id"
        placeholder="Page, account, profile or id"
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
        role="combobox"
        aria-expanded={items.length > 0}
        aria-controls="palette-list"
        aria-autocomplete="list"
        aria-activedescendant={current && idOf(current)}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      {items.length === 0 ? (
        <Text size="sm" c="dimmed" pt="md" role="status">
          Nothing matches. An id has to be whole.
        </Text>
      ) : (
        <div id="palette-list" role="listbox" aria-label="Results" className={styles['list']}>
          {items.map((item) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus, and its keys choose.
            <div
              key={item.key}
              id={idOf(item)}
              role="option"
              tabIndex={-1}
              aria-selected={item === current}
              className={styles['item']}
              onClick={() => choose(item)}
            >
              <bdi>{item.label}</bdi>
              <span className={styles['kind']}>{item.kind}</span>
            </div>
          ))}
        </div>
      )}
    </Dialog>
  )
}
