import pino from 'pino'
import { allowedFields, type LogFields } from './fields.ts'
import { fieldsText, lineBuilder } from './line-builder.ts'
import { type Destination, openLogLines } from './log-lines.ts'
import { redactConstant } from './redact.ts'
import { type RequestLine, requestLines } from './request-line.ts'
import { traceFields } from './tracing/spans.ts'

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

type Write = (fields: LogFields, message: string) => void

/** The logger that packages receive. `message` is a constant text; variable parts are fields. */
export interface Logger {
  fatal: Write
  error: Write
  warn: Write
  info: Write
  debug: Write
  trace: Write
  child(fields: LogFields): Logger
}

/** The logger of a process, which also writes its frequent lines: without pino, and several at once. */
export interface ProcessLogger extends Logger {
  /** Like `info`, together with the lines of the next 200 ms: for lines whose last few may be lost. */
  infoSoon: Write
  /** One line for a request: with those of the next 200 ms, or at once where it is a warning. */
  request(line: RequestLine): void
}

export interface LoggerOptions {
  /** The process: `gateway`, `worker`, … */
  name: string
  level: LogLevel
  /** Takes whole lines; standard output by default. */
  destination?: Destination
}

function writeAllowed(this: pino.Logger, args: unknown[], write: pino.LogFn): void {
  const [first, second] = args
  const message = typeof first === 'string' ? first : typeof second === 'string' ? second : ''
  const fields = first instanceof Error ? { err: first } : typeof first === 'object' && first !== null ? first : {}
  // Without its arguments a format stays a format: nothing is written into a message.
  write.call(this, { ...fields }, redactConstant(message.slice(0, 1000)))
}

/** pino does not apply its formatters to a child's fields or to the options that it passes. */
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
 * A logger that writes JSON lines with ISO times. It writes only the fields in `fields.ts`, each in its format,
 * shortens errors and redacts messages. It is a pino logger; `flush` writes waiting lines.
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
  const lines = openLogLines(options.destination ?? pino.destination({ dest: 1, sync: true }))
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
