import type { Options } from '../invocation/command.ts'

/** The options of commands whose writes are never sent twice. */
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
