import type { Options } from '../invocation/command.ts'

/**
 * The option `--timeout`, in seconds, for the commands that wait until something has ended, such as a publish; not
 * `--wait` itself, which some of them do not have.
 */
export const waitOptions: Options = {
  timeout: { takes: 'SECONDS', about: 'How long to wait at most. Default: 900.' },
}

/** The option `--field` without `about`, its text in the help, which each command that has the option adds. */
export const fieldOption = { takes: 'NAME=VALUE', isRepeatable: true } as const
