import type { Account, Comment } from '@carillon/client'
import { Grid, Group, Paper, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccess } from '../../data/access.ts'
import { type Facts, useFacts } from '../../data/facts.ts'
import { useProfileId } from '../../data/profile.ts'
import { accountsQuery } from '../../data/queries.ts'
import { accountOption } from '../../ui/account-name.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { ListStates } from '../../ui/list-states.tsx'
import { networks, platforms } from '../../ui/networks.ts'
import { Page } from '../../ui/page.tsx'
import { useQueryParam } from '../../ui/query-param.ts'
import { Time } from '../../ui/time.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { CommentItem } from './comment-item.tsx'
import styles from './comments.module.css'
import { DeleteCommentDialog } from './delete-comment-dialog.tsx'
import { useLastVisit } from './last-visit.ts'
import { permissionsOf } from './permissions.ts'
import { PostsList } from './posts-list.tsx'
import { RecentFeed } from './recent-feed.tsx'
import { isUnread, type Line } from './threads.ts'
import { useComments, useWriteComment } from './use-comments.ts'
import { WriteForm } from './write-form.tsx'

const keyOf = ({ comment }: Line) => comment.id
const heights = { narrow: 125, wide: 104 }

function Comments({ account, facts }: { account: Account; facts: Facts }) {
  const [postId, setPostId] = useQueryParam('post')
  const list = useComments(account, postId)
  const write = useWriteComment(account)
  const [deleted, setDeleted] = useState<Comment | null>(null)
  const lastVisit = useLastVisit(account.accountId)
  const permissions = permissionsOf(facts, { platform: account.platform, mayWrite: useAccess().can('comments:write') })
  const { data, lines } = list
  const chosen = data?.postId ?? null
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 4 }}>
        {data && data.posts.length > 0 && <PostsList posts={data.posts} chosen={chosen} onChoose={setPostId} />}
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 8 }}>
        <Stack gap="md">
          {permissions.canComment && permissions.maxReply !== null && chosen && (
            <Paper withBorder p="sm">
              <WriteForm
                key={chosen}
                place={`comment ${account.accountId} ${chosen}`}
                label="Write a comment on the post"
                action="Comment"
                maxLength={permissions.maxReply}
                isBusy={write.isPending}
                error={write.error}
                onSubmit={(message) => write.mutateAsync({ place: { postId: chosen, parentId: null }, message })}
              />
            </Paper>
          )}
          <ListStates
            list={list}
            isEmpty={lines.length === 0}
            empty={
              <EmptyState title={chosen ? 'No comments yet' : 'No posts yet'}>
                {chosen ? 'Comments on this post appear here.' : 'Comments appear here once the account has a post.'}
              </EmptyState>
            }
            end={data?.complete ? 'Those are all comments on this post.' : 'Older comments are being read.'}
          >
            <div className={styles['list']}>
              <VirtualList
                label="Comments"
                items={lines}
                keyOf={keyOf}
                heights={heights}
                renderItem={(line) => (
                  <CommentItem
                    account={account}
                    line={line}
                    permissions={permissions}
                    isUnread={isUnread(line.comment, lastVisit)}
                    onDelete={setDeleted}
                  />
                )}
              />
            </div>
          </ListStates>
          {data?.syncedAt && (
            <Text size="xs" c="dimmed" component="div">
              Read from {networks[account.platform].name} <Time at={data.syncedAt} />
            </Text>
          )}
        </Stack>
      </Grid.Col>
      {deleted && (
        <DeleteCommentDialog
          account={account}
          comment={deleted}
          canBan={permissions.canBan}
          onClose={() => setDeleted(null)}
        />
      )}
    </Grid>
  )
}

/**
 * The comments page: without `account` in the URL, the comments of all accounts that wait for a reply; with it, those
 * on one post of that account, to read, reply to and moderate.
 */
export default function CommentsPage() {
  const profileId = useProfileId()
  const list = useQuery(accountsQuery(profileId))
  const facts = useFacts()
  const [accountId, setAccountId] = useQueryParam('account')
  const [, setPostId] = useQueryParam('post')
  const cells = facts?.capabilities['comments.list']?.cells
  const accounts = (list.data?.accounts ?? []).filter(({ platform }) => cells?.[platform])
  const account = accounts.find((one) => one.accountId === accountId) ?? accounts[0]
  const isFeed = accountId === null
  const switchView = isFeed ? (
    <LinkButton to={`/comments?account=${account?.accountId ?? ''}`} variant="default">
      By account and post
    </LinkButton>
  ) : (
    <LinkButton to="/comments" variant="default">
      Without an answer
    </LinkButton>
  )
  return (
    <Page
      title="Comments"
      description={
        isFeed
          ? 'Comments on the posts of all accounts that nobody has answered.'
          : 'Read, reply to and moderate the comments on your posts.'
      }
      actions={account && switchView}
    >
      <ListStates
        list={{ ...list, isPending: list.isPending || !facts }}
        isEmpty={!account}
        empty={
          <EmptyState
            title="No account with comments"
            action={<LinkButton to="/accounts?connect=new">Connect an account</LinkButton>}
          >
            Comments can be read on{' '}
            {cells &&
              platforms
                .filter((one) => cells[one])
                .map((one) => networks[one].name)
                .join(', ')}
            .
          </EmptyState>
        }
      >
        {facts && account && isFeed && <RecentFeed profileId={profileId} accounts={accounts} facts={facts} />}
        {account && facts && !isFeed && (
          <Stack gap="md">
            <Group>
              <Select
                label="Account"
                data={accounts.map(accountOption)}
                value={account.accountId}
                onChange={(value) => {
                  setPostId(null)
                  setAccountId(value)
                }}
                allowDeselect={false}
                w={{ base: '100%', sm: 300 }}
              />
            </Group>
            <Comments key={account.accountId} account={account} facts={facts} />
          </Stack>
        )}
      </ListStates>
    </Page>
  )
}
