import { type Kysely, sql } from 'kysely'
import type { Step } from '../migrating/migration.ts'

/**
 * Creates `message_participant` with the names of users who exchange messages with accounts, and adds to `comment`
 * whether the account wrote it (`own`) or has answered it (`answered`), which steps after it set in existing rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table message_participant (
    account_id uuid not null references account on delete cascade,
    participant text not null,
    name text not null,
    primary key (account_id, participant)
  )`,
  `alter table comment
    add column own boolean not null default false,
    add column answered boolean not null default false`,
]

/**
 * The common part of the steps that change comments. Comments are visited in the order of their copies (the stored
 * comments of a post): a batch changes all comments of each copy that it contains.
 */
const ofComments = { kind: 'back-fill', table: 'comment', key: 'copy_id' } as const

export const after: readonly Step[] = [
  { ...ofComments, name: 'own', set: 'own = true', where: `content::json ->> 'isCreator' = 'true'` },
  { kind: 'index', name: 'comment_own', on: 'comment (copy_id, parent_id) where own' },
  {
    ...ofComments,
    name: 'answered',
    set: 'answered = true',
    where: `not own and exists (
      select from comment as reply
      where reply.copy_id = comment.copy_id and reply.parent_id = coalesce(comment.parent_id, comment.id)
        and reply.own and reply.deleted_at is null
        and (comment.parent_id is null or reply.created_at >= comment.created_at)
    )`,
  },
  {
    kind: 'index',
    name: 'comment_recent',
    on: 'comment (account_id, created_at desc, id desc) where deleted_at is null',
  },
  {
    kind: 'index',
    name: 'comment_unanswered',
    on: 'comment (account_id, created_at desc, id desc) where deleted_at is null and not own and not answered',
  },
  { kind: 'index', name: 'message_recipient', on: 'message (account_id, recipient) where recipient is not null' },
]
