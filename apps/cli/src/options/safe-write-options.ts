import type { Options } from '../invocation/command.ts'

/**
 * The options `--request-id` and `--publish-within`, for the commands that send a write exactly once even if they are
 * interrupted and run again.
 */
export const safeWriteOptions: Options = {
  'request-id': {
    takes: 'ID',
    about:
      'The id of the request. With the id of an earlier run, that run is looked up, and nothing is sent twice. Default: a new one.',
  },
  'publish-within': {
    takes: 'SECONDS',
    about:
      'Within how many seconds it has to be stored. After a lost response, that is how long it takes until it is certain what became of it. Default: 120.',
  },
}
