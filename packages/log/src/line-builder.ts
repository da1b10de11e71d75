import { redactConstant } from './redact.ts'

/** Returns the fields of an object as JSON without the enclosing braces. */
export const fieldsText = (fields: object): string => JSON.stringify(fields).slice(1, -1)

/**
 * Builds a log line, which ends with a newline, from its level, its fields as JSON without braces (see `fieldsText`),
 * and its message, which is redacted and cut at 1,000 characters.
 */
export type BuildLine = (level: 'debug' | 'info' | 'warn' | 'fatal', fields: string, message: string) => string

/**
 * Returns a function that builds log lines identical to those of a pino logger with the same `base`, in a fraction of
 * its time.
 */
export function lineBuilder(base: object): BuildLine {
  const baseText = fieldsText(base)
  let second = ''
  let secondsSince = Number.NaN

  /** Returns the time as ISO 8601. The part up to the seconds is cached, as many lines are of one second. */
  function time(): string {
    const now = Date.now()
    const milliseconds = now % 1_000
    if (now - milliseconds !== secondsSince) {
      secondsSince = now - milliseconds
      second = new Date(secondsSince).toISOString().slice(0, 20)
    }
    return `${second}${String(milliseconds).padStart(3, '0')}Z`
  }

  return (level, fields, message) => {
    const ownFields = fields === '' ? '' : `${fields},`
    const text = JSON.stringify(redactConstant(message.slice(0, 1000)))
    return `{"level":"${level}","time":"${time()}",${baseText},${ownFields}"message":${text}}\n`
  }
}
