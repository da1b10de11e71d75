/** The exit codes, and what each means to a script. */
export const exitCodes = {
  done: { code: 0, meaning: 'The command has done what it was told.' },
  unforeseen: { code: 1, meaning: 'Any other error, or an interruption before anything was sent.' },
  usage: { code: 2, meaning: 'The command line is wrong; nothing was sent.' },
  rejected: {
    code: 3,
    meaning: 'The service or the network rejected it, or a publish failed. Repeating it changes nothing.',
  },
  unauthorized: { code: 4, meaning: 'There is no API key, or it is invalid, expired, or lacks a scope.' },
  temporary: {
    code: 5,
    meaning: 'The service cannot be reached or has a temporary problem. Nothing was done: try again later.',
  },
  unknown: {
    code: 6,
    meaning:
      'What became of a write is not known. The words say how to look it up; a publish, reply, message or campaign is continued by the same command with --request-id.',
  },
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]['code']

/**
 * Returns the most important of several exit codes: `unknown`, then `unforeseen`, `unauthorized`, `temporary`,
 * `rejected`. 0 without any of these.
 */
export function worstOf(codes: readonly ExitCode[]): ExitCode {
  const order = [
    exitCodes.unknown,
    exitCodes.unforeseen,
    exitCodes.unauthorized,
    exitCodes.temporary,
    exitCodes.rejected,
  ]
  return order.find(({ code }) => codes.includes(code))?.code ?? 0
}
