import type { Options } from '../invocation/command.ts'

/** The options of commands that wait until something has ended, such as a publish. */
export const waitOptions: Options = {
  timeout: { takes: 'SECONDS', about: 'How long to wait at most. Default: 900.' },
}

/** The option `--field` without its explanation. */
export const fieldOption = { takes: 'NAME=VALUE', isRepeatable: true } as const
