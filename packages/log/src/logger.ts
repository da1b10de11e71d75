import pino from 'pino'
import { allowedFields, type LogFields } from './fields.ts'
import { fieldsText, lineBuilder } from './line-builder.ts'
import { type Destination, openLogLines } from './log-lines.ts'
import { redactConstant } from './redact.ts'
import { type RequestLine, requestLines } from './request-line.ts'
import { traceFields } from './tracing/spans.ts'

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

type Write = (fields: LogFields, message: string) => void

/** The logger that packages receive. `message` must be a constant string; variable parts are passed as fields. */
export interface Logger {
  fatal: Write
  error: Write
  warn: Write
  info: Write
  debug: Write
  trace: Write
  child(fields: LogFields): Logger
}

/** The logger of a process. It also writes frequent lines, in an efficient way: without pino, and several together. */
export interface ProcessLogger extends Logger {
  /** Like `info`, but written together with the lines of the next 200 ms, which are lost if the process is killed. */
  infoSoon: Write
  /** Writes the line of one API request: together with the lines of the next 200 ms, or at once if it is a warning. */
  request(line: RequestLine): void
}

export interface LoggerOptions {
  /** The name of the process, such as `gateway` or `worker`. */
  name: string
  level: LogLevel
  /** Receives whole lines; standard output if omitted. */
  destination?: Destination
}

function writeAllowed(this: pino.Logger, args: unknown[], write: pino.LogFn): void {
  const [first, second] = args
  const message = typeof first === 'string' ? first : typeof second === 'string' ? second : ''
  const fields = first instanceof Error ? { err: first } : typeof first === 'object' && first !== null ? first : {}
  // Without its arguments a format stays a format: nothing is written into a message.
  write.call(this, { ...fields }, redactConstant(message.slice(0, 1000)))
}

/**
 * Makes `child` and `setBindings` of a logger keep only the fields listed in `FIELDS`, and returns the logger. pino
 * does not apply its formatters to the fields of a child or to the options that it passes.
 */
function guardChildren(logger: pino.Logger): pino.Logger {
  const makeChild = logger.child
  logger.child = function child(this: pino.Logger, fields: object, options?: { level?: string }) {
    const { level } = options ?? {}
    return makeChild.call(this, allowedFields(fields), level === undefined ? undefined : { level })
  } as typeof makeChild
  const setFields = logger.setBindings
  logger.setBindings = function setBindings(this: pino.Logger, fields) {
    setFields.call(this, allowedFields(fields))
  }
  return logger
}

/**
 * Returns standard output. A line that cannot be written is lost, as while a disk is full or after a terminal was
 * closed: the process does not end because of its log, and later lines are written when that is possible again.
 */
function standardOutput(): Destination {
  let output: ReturnType<typeof pino.destination> | undefined
  // One that failed keeps what it could not write, without a limit.
  const open = () =>
    pino.destination({ dest: 1, sync: true }).on('error', () => {
      output = undefined
    })
  return {
    write(lines) {
      output ??= open()
      output.write(lines)
    },
  }
}

/**
 * Creates a logger that writes JSON lines with ISO times. It writes only the fields listed in `FIELDS`, each in its
 * format, shortens errors and redacts messages. It is also a pino logger; pino's `flush` writes the waiting lines.
 */
export function createLogger(options: LoggerOptions): pino.Logger & ProcessLogger {
  const base = { pid: process.pid, name: options.name }
  const settings: pino.LoggerOptions = {
    level: options.level,
    base,
    timestamp: pino.stdTimeFunctions.isoTime,
    messageKey: 'message',
    serializers: { err: (described: unknown) => described },
    // Called for each line; the formatters see its fields.
    mixin: traceFields,
    formatters: {
      level: (level) => ({ level }),
      bindings: allowedFields,
      log: allowedFields,
    },
    hooks: { logMethod: writeAllowed },
  }
  const lines = openLogLines(options.destination ?? standardOutput())
  const logger = guardChildren(pino(settings, lines))
  const build = lineBuilder(allowedFields(base))
  const lineOf = requestLines(build)
  return Object.assign(logger, {
    infoSoon(fields: LogFields, message: string) {
      if (!logger.isLevelEnabled('info')) return
      lines.writeSoon(build('info', fieldsText(allowedFields({ ...traceFields(), ...fields })), message))
    },
    request(line: RequestLine) {
      if (!logger.isLevelEnabled(line.level)) return
      lines[line.level === 'warn' ? 'write' : 'writeSoon'](lineOf(line))
    },
  })
}
