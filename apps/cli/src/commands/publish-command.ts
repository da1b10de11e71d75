import { columns } from '../fields/csv-columns.ts'
import type { Command } from '../invocation/command.ts'
import { fieldOption, waitOptions } from '../options/own-options.ts'
import { safeWriteOptions } from '../options/safe-write-options.ts'

/**
 * The command `carillon publish`: publishes, schedules or (`--dry-run`) validates one post, or each row of a CSV file.
 */
export const publishCommand: Command = {
  words: 'publish',
  summary: 'Publish a post, or the posts of a CSV file, each once',
  operations: [
    'posts.publish',
    'posts.validate',
    'publishes.list',
    'publishes.get',
    'schedules.create',
    'schedules.list',
    'uploads.get',
    'accounts.list',
    'profiles.list',
  ],
  args: [
    {
      name: 'text',
      about: 'The text of the post: its caption, message, text or title, whatever the platform has.',
      isOptional: true,
    },
  ],
  options: {
    account: {
      takes: 'ACCOUNT',
      about: 'The account: its id, its handle or name, or its platform if it is the only one there.',
    },
    media: {
      takes: 'FILE',
      isRepeatable: true,
      about: 'An image or a video. It is uploaded in pieces, which go on after a lost connection.',
    },
    alt: {
      takes: 'TEXT',
      isRepeatable: true,
      about: 'Describes the file of the same place, where the platform takes such texts.',
    },
    'media-field': {
      takes: 'FIELD',
      about: 'The field that takes the file, where several could, such as reel in place of video.',
    },
    field: {
      ...fieldOption,
      about:
        'Any other field of the post on this platform, such as privacy_status=unlisted. `carillon api posts.publish --help` lists them.',
    },
    wait: { about: 'Wait until it is published.' },
    ...waitOptions,
    at: { takes: 'TIME', about: 'Schedule it: 2026-12-24T18:00:00+01:00, or a local time with --time-zone.' },
    'time-zone': { takes: 'ZONE', about: 'The zone of a local time in --at, such as Europe/Berlin.' },
    'dry-run': { about: 'Check everything and publish nothing. Files are uploaded for that.' },
    csv: { takes: 'FILE', about: 'Publish each row of this file. Columns: see below.' },
    concurrency: {
      takes: 'NUMBER',
      about: 'With --csv, how many rows are sent at the same time, up to 16. Default: 4.',
    },
    run: {
      takes: 'NAME',
      about: 'With --csv, a name for the run. The same rows are published again only under another name.',
    },
    ...safeWriteOptions,
  },
  about: [
    'A lost response, a killed gateway or Ctrl-C publishes nothing twice. The post is noted before it is sent; after a lost response it is looked up by its request id, and sent again only if it is certain that nothing was stored. If a run was interrupted, the same command with `--request-id` looks up what became of it, and continues.',
    'A scheduled post (`--at`) is looked up in the same way.',
    `Columns of a CSV file: ${Object.entries(columns)
      .map(([name, about]) => `\`${name}\`: ${about}`)
      .join(' ')} Every other column is a field of the post.`,
    'All rows are read and checked before the first one is sent. The request id of a row follows from its content, so that the same command continues a run that was interrupted and publishes no row twice, and rows can be added. `FILE.carillon.jsonl` beside it notes what was sent: take it along to another machine, or wait two minutes before you continue there. A post that failed is tried again under another `--run` only.',
  ],
  examples: [
    'carillon publish "Fresh bread at seven." --account bluesky --wait',
    'carillon publish "Our new oven" --account @bakery --media oven.jpg --alt "An oven"',
    'carillon publish "Happy holidays!" --account x --at 2026-12-24T18:00 --time-zone Europe/Berlin',
    'carillon publish --csv posts.csv --dry-run',
  ],
  load: async () => (await import('../runs/publish.ts')).run,
}
