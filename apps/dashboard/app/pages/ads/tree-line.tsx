import { ActionIcon, Menu, Switch, Text } from '@mantine/core'
import { useAccess } from '../../data/access.ts'
import { Foreign } from '../../ui/foreign.tsx'
import { Icon } from '../../ui/icon.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import styles from './ads.module.css'
import { kindNames, type Line } from './tree.ts'
import { objectColor, wordsOf } from './words.ts'

export interface TreeLineProps {
  line: Line
  isOpen: boolean
  money(minor: number): string
  /** The cost and results of a campaign, in words; null if unknown, and for ad sets and ads. */
  results: string | null
  onToggle(): void
  onSwitch(): void
  onArchive(): void
  onDelete(): void
}

/** The statuses that can be changed to another one; archived and deleted objects cannot. */
const switchable = ['active', 'paused']

function budgetWords({ dailyBudget, lifetimeBudget }: Line, money: (minor: number) => string): string | null {
  if (dailyBudget !== null) return `${money(dailyBudget)} a day`
  return lifetimeBudget === null ? null : `${money(lifetimeBudget)} in all`
}

/**
 * A line of the tree: a campaign, an ad set or an ad with its status and, for a key with `ads:write`, its switch and
 * menu. `money` formats minor units of the currency.
 */
export function TreeLine({ line, isOpen, money, results, onToggle, onSwitch, onArchive, onDelete }: TreeLineProps) {
  const { kind, status, effectiveStatus, below, issues } = line
  const name = line.name || line.id
  const budget = budgetWords(line, money)
  const mayWrite = useAccess().can('ads:write')
  const canSwitch = mayWrite && switchable.includes(status)
  const [issue] = issues
  return (
    <div className={styles['line']} data-kind={kind}>
      {kind !== 'ad' && (
        <ActionIcon
          variant="subtle"
          color="gray"
          onClick={onToggle}
          disabled={below === 0}
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Close' : 'Open'} ${kindNames[kind]} ${name}`}
        >
          <span style={{ display: 'flex', transform: isOpen ? 'rotate(90deg)' : 'none' }}>
            <Icon name="next" size={16} />
          </span>
        </ActionIcon>
      )}
      <div className={styles['name']}>
        <Foreign size="sm" fw={kind === 'campaign' ? 600 : 400} lineClamp={2}>
          {name}
        </Foreign>
        <Text size="xs" c="dimmed">
          {wordsOf(kindNames[kind])}
          {budget && ` · ${budget}`}
        </Text>
        {results && (
          <Text size="xs" c="dimmed">
            {results}
          </Text>
        )}
        {issue && (
          <Foreign size="xs" c="var(--mantine-color-error)">
            {issue.summary ?? issue.message ?? 'There is an issue with it.'}
          </Foreign>
        )}
      </div>
      <div className={styles['controls']}>
        <StatusBadge color={objectColor(effectiveStatus)}>{wordsOf(effectiveStatus)}</StatusBadge>
        {canSwitch && (
          <Switch
            checked={status === 'active'}
            onChange={onSwitch}
            aria-label={`${status === 'active' ? 'Pause' : 'Activate'} ${kindNames[kind]} ${name}`}
          />
        )}
        {mayWrite && (canSwitch || kind === 'campaign') && (
          <Menu position="bottom-end" width={180}>
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" aria-label={`More for ${kindNames[kind]} ${name}`}>
                <Icon name="more" size={16} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {canSwitch && <Menu.Item onClick={onArchive}>Archive {kindNames[kind]}</Menu.Item>}
              {kind === 'campaign' && (
                <Menu.Item color="red" onClick={onDelete}>
                  Delete campaign
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
    </div>
  )
}
