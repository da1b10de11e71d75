/**
 * What a migration may drop or change although it was there before, as `<migration> <violation>`: no statement of the
 * previous version needs it.
 */
export const retired: Readonly<
  Record<
    string,
    {
      /** The first version whose processes run without it; it has to be released before the version that drops it. */
      since: string
      why: string
    }
  >
> = {
  '0023-bounded-queue drops trigger external_write.external_write_changed': {
    since: '0.1.0',
    why: 'It wakes up processes that wait for a write. They poll as well.',
  },
  '0023-bounded-queue drops function notify_external_write': { since: '0.1.0', why: 'The function of that trigger.' },
  '0050-unused-newest-id drops column comment_account.newest_id': {
    since: '0.1.0',
    why: 'It is null in every row. Version 0.1.0 selects all columns of the table, and reads and sets others.',
  },
}
