/** Each exit code and what it means to a script. */
export const exitCodes = {
  done: { code: 0, meaning: 'The command has done what it was told.' },
  unforeseen: { code: 1, meaning: 'An error that is none of the others, or an interruption before anything was sent.' },
  usage: { code: 2, meaning: 'The command line is wrong; nothing was sent.' },
  rejected: {
    code: 3,
    meaning: 'The service or the network rejected it, or a publish failed. Repeating it changes nothing.',
  },
  unauthorized: { code: 4, meaning: 'There is no API key, or it is invalid, expired, or lacks a scope.' },
  temporary: {
    code: 5,
    meaning: 'The service cannot be reached or has a temporary problem. Nothing was published: try again later.',
  },
  unknown: {
    code: 6,
    meaning:
      'What became of a write is not known yet. Look it up by its request id, or run the command again with --request-id.',
  },
} as const

export type ExitName = keyof typeof exitCodes
export type ExitCode = (typeof exitCodes)[ExitName]['code']

/** The code that a script has to know first, of several. */
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
