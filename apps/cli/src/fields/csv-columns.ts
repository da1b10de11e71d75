/**
 * The columns of a CSV file that are not fields of the post, keyed by name, with their explanation in the help. Every
 * other column is a field of the post.
 */
export const columns = {
  account: 'the account, as --account takes it.',
  text: 'the text of the post.',
  media: 'paths of files, separated by semicolons, as seen from the folder of the CSV file.',
  alt: 'texts that describe the files, separated by semicolons. With one file, all of it describes that file.',
  media_field: 'which field takes the files, where several could.',
  at: 'when it is due, as --at takes it; the post is scheduled.',
  time_zone: 'the zone of a local time in at.',
} as const
