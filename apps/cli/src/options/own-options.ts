import type { Options } from '../invocation/command.ts'

/** Options of commands that wait for something. */
export const waitOptions: Options = {
  timeout: { takes: 'SECONDS', about: 'How long to wait at most. Default: 900.' },
}

/** `--field` without its explanation. */
export const fieldOption = { takes: 'NAME=VALUE', isRepeatable: true } as const
