import { redactConstant } from './redact.ts'

/** The fields of a JSON object without its braces. */
export const fieldsText = (fields: object): string => JSON.stringify(fields).slice(1, -1)

/** Builds a line from its level, its fields as text and its message. */
export type BuildLine = (level: 'info' | 'warn' | 'fatal', fields: string, message: string) => string

/** Builds lines identical to those of a pino logger with the same `base`, in a fraction of its time. */
export function lineBuilder(base: object): BuildLine {
  const baseText = fieldsText(base)
  let second = ''
  let secondsSince = Number.NaN

  /** The time as ISO 8601. Its seconds are kept, as many lines are of one second. */
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
