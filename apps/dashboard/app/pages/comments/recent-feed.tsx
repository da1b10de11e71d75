import type { Account, Comment } from '@carillon/client'
import { Alert, Button, Checkbox, Group, Select, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useAccess } from '../../data/access.ts'
import type { Facts } from '../../data/facts.ts'
import { accountOption } from '../../ui/account-name.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListStates } from '../../ui/list-states.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { useQueryParam } from '../../ui/query-param.ts'
import styles from './comments.module.css'
import { DeleteCommentDialog } from './delete-comment-dialog.tsx'
import { FeedItem } from './feed-item.tsx'
import { permissionsOf } from './permissions.ts'
import { type RecentComment, useHideAll, useRecentComments } from './use-recent.ts'

export interface RecentFeedProps {
  profileId: string
  accounts: readonly Account[]
  facts: Facts
}

interface Deleting {
  account: Account
  comment: Comment
}

const keyOf = ({ accountId, id }: RecentComment) => `${accountId} ${id}`

/** The comments that are selected, out of those given; a comment that is no longer given is not selected any more. */
function useSelection(comments: readonly RecentComment[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const selected = comments.filter((comment) => chosen.has(keyOf(comment)))
  const toggle = (comment: RecentComment) =>
    setChosen((before) => {
      const after = new Set(before)
      if (!after.delete(keyOf(comment))) after.add(keyOf(comment))
      return after
    })
  return {
    selected,
    toggle,
    selectAll: () => setChosen(new Set(comments.map(keyOf))),
    clear: () => setChosen(new Set()),
  }
}

interface BulkProps {
  selected: readonly RecentComment[]
  shown: number
  onAll(): void
  onClear(): void
}

/**
 * A bar that selects all comments or none, and hides the selected ones, one after the other. `shown` is the number of
 * comments that can be selected.
 */
function BulkBar({ selected, shown, onAll, onClear }: BulkProps) {
  const { hideAll, isPending, failed } = useHideAll()
  const count = selected.length
  const hide = async () => {
    const done = await hideAll(selected)
    if (done > 0) notifyDone(`${done} ${done === 1 ? 'comment was' : 'comments were'} hidden.`)
    onClear()
  }
  return (
    <Stack gap="xs">
      <Group gap="sm" role="toolbar" aria-label="Chosen comments">
        <Checkbox
          label={count === 0 ? 'Choose all' : `${count} chosen`}
          checked={count > 0 && count === shown}
          indeterminate={count > 0 && count < shown}
          onChange={() => (count === 0 ? onAll() : onClear())}
        />
        {count > 0 && (
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name="eye-off" size={14} />}
            loading={isPending}
            onClick={hide}
          >
            {`Hide ${count}`}
          </Button>
        )}
      </Group>
      {failed.length > 0 && (
        <Alert color="red" variant="light" title={`${failed.length} could not be hidden`}>
          <span className="foreign">{failed[0]}</span>
        </Alert>
      )}
    </Stack>
  )
}

/**
 * The comments that wait for a reply, of all `accounts` or the one that the URL names, newest first. Hidden comments
 * are shown on request.
 */
export function RecentFeed({ profileId, accounts, facts }: RecentFeedProps) {
  const [from, setFrom] = useQueryParam('from')
  const chosen = accounts.find(({ accountId }) => accountId === from)
  const list = useRecentComments(chosen ? { accountId: chosen.accountId } : { profileId }, accounts)
  const mayWrite = useAccess().can('comments:write')
  const [replying] = useQueryParam('reply')
  const [withHidden, setWithHidden] = useState(false)
  const [deleting, setDeleting] = useState<Deleting | null>(null)
  const shown = list.comments.filter(({ isHidden }) => withHidden || !isHidden)
  const hiddenCount = list.comments.filter(({ isHidden }) => isHidden).length
  const hideable = shown.filter(
    ({ platform, isHidden }) => !isHidden && permissionsOf(facts, { platform, mayWrite }).canHide,
  )
  const { selected, toggle, selectAll, clear } = useSelection(hideable)
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  // A page of hidden comments is not the end of the list. After an error, the user or the next poll tries again.
  useEffect(() => {
    if (shown.length === 0 && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) fetchNextPage()
  }, [shown.length, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  return (
    <Stack gap="md">
      {accounts.length > 1 && (
        <Select
          aria-label="Account"
          placeholder="All accounts"
          data={accounts.map(accountOption)}
          value={chosen?.accountId ?? null}
          onChange={setFrom}
          clearable
          clearButtonProps={{ 'aria-label': 'All accounts' }}
          w={{ base: '100%', sm: 300 }}
        />
      )}
      <Group justify="space-between" gap="sm">
        {hideable.length > 0 ? (
          <BulkBar selected={selected} shown={hideable.length} onAll={selectAll} onClear={clear} />
        ) : (
          <span />
        )}
        {hiddenCount > 0 && (
          <Checkbox
            label={`Show hidden ones (${hiddenCount})`}
            checked={withHidden}
            onChange={({ currentTarget: { checked } }) => setWithHidden(checked)}
          />
        )}
      </Group>
      <ListStates
        list={list}
        isEmpty={shown.length === 0}
        empty={
          <EmptyState title="Nothing waits for an answer">
            Comments on the posts of {chosen ? 'this account' : 'all accounts'} appear here until they are answered.
          </EmptyState>
        }
        end="Those are all comments without an answer."
      >
        <ul className={styles['feed']} aria-label="Comments without an answer">
          {shown.map((comment) => {
            const account = accounts.find(({ accountId }) => accountId === comment.accountId)
            if (!account) return null
            return (
              <li key={keyOf(comment)}>
                <FeedItem
                  account={account}
                  comment={comment}
                  permissions={permissionsOf(facts, { platform: comment.platform, mayWrite })}
                  isChosen={hideable.includes(comment) ? selected.includes(comment) : null}
                  onChoose={() => toggle(comment)}
                  onDelete={(deleted) => setDeleting({ account, comment: deleted })}
                  isReplyOpen={comment.id === replying}
                />
              </li>
            )
          })}
        </ul>
      </ListStates>
      <Text size="xs" c="dimmed">
        A reply of the account, here or in the app of the network, takes a comment off this list.
      </Text>
      {deleting && (
        <DeleteCommentDialog
          account={deleting.account}
          comment={deleting.comment}
          canBan={permissionsOf(facts, { platform: deleting.account.platform, mayWrite }).canBan}
          onClose={() => setDeleting(null)}
        />
      )}
    </Stack>
  )
}
