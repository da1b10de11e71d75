import { isIdentifier } from './identifier.ts'
import { redactText } from './redact.ts'

/**
 * An error in the form that log lines contain. The fields are not called `message` and `stack`, because loggers
 * recognize errors by these names and add a copy of their own.
 */
export interface DescribedError {
  name: string
  code?: string | number
  /** The `kind` of the error, such as that of an `OutboundError`. */
  kind?: string
  /** The redacted message, at most 300 characters. */
  summary: string
  /** The first six stack frames of Carillon's own code. */
  frames?: string[]
  cause?: DescribedError
}

const frame =
  /^\s*at (?:(?:async )?(?<called>[\w$.<># []{1,80}\]?) \()?(?:file:\/\/)?(?<file>\/?[^()]*?):(?<line>\d+):\d+\)?$/

/**
 * Returns the first six stack frames that are neither of Node nor of a dependency, each as the function, the path
 * relative to the workspace, and the line. The others add nothing.
 */
function ownFrames(stack: string): string[] {
  const frames: string[] = []
  for (const line of stack.split('\n')) {
    const groups = frame.exec(line)?.groups
    const file = groups?.['file']
    if (groups === undefined || file === undefined || /^node:|node_modules/.test(file)) continue
    const path = redactText(file.replace(/^.*\/(?=(?:packages|apps|scripts)\/)/, ''))
    frames.push(`${redactText(groups['called'] ?? '-')} ${path}:${groups['line']}`)
    if (frames.length === 6) break
  }
  return frames
}

/**
 * Returns the name, code, kind, redacted message (at most 300 characters) and causes of an error, up to `depth` levels,
 * and the stack frames of Carillon's own code for the outermost level (with the default `depth` only). All other
 * properties are omitted, because libraries attach requests, responses and configurations to errors. Of a thrown value
 * that is not an `Error`, only the type is described.
 */
export function describeError(error: unknown, depth = 4): DescribedError {
  if (!(error instanceof Error)) return { name: typeof error, summary: 'a value that is not an Error was thrown' }
  const { code, kind }: Error & { code?: unknown; kind?: unknown } = error
  const frames = depth === 4 && typeof error.stack === 'string' ? ownFrames(error.stack) : []
  return {
    name: isIdentifier(error.name) ? error.name : 'Error',
    ...((typeof code === 'number' || isIdentifier(code)) && { code }),
    ...(isIdentifier(kind) && { kind }),
    summary: redactText(String(error.message).slice(0, 2000)).slice(0, 300).toWellFormed(),
    ...(frames.length > 0 && { frames }),
    ...(error.cause instanceof Error && depth > 1 && { cause: describeError(error.cause, depth - 1) }),
  }
}
