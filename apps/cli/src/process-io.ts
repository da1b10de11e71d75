import { text } from 'node:stream/consumers'
import type { ReadStream, WriteStream } from 'node:tty'
import type { Io } from './invocation/io.ts'

interface Streams {
  stdin: ReadStream | (NodeJS.ReadableStream & { isTTY?: false })
  stdout: Pick<WriteStream, 'write' | 'isTTY'>
  stderr: Pick<WriteStream, 'write'>
}

const keys = { enter: ['\r', '\n'], interrupt: '\u0003', end: '\u0004', erase: ['\b', '\u007f'] } as const

/** Reads a line from a terminal without showing it. Ctrl-C and Ctrl-D end it with an empty string. */
function readHidden(stdin: ReadStream): Promise<string> {
  return new Promise((done) => {
    let typed = ''
    const finish = (result: string) => {
      stdin.off('data', onData)
      stdin.setRawMode(false)
      stdin.pause()
      done(result)
    }
    const onData = (chunk: Buffer | string) => {
      for (const key of String(chunk)) {
        if (keys.enter.some((each) => each === key)) return finish(typed)
        if (key === keys.interrupt || key === keys.end) return finish('')
        typed = keys.erase.some((each) => each === key) ? typed.slice(0, -1) : typed + key
      }
    }
    stdin.setRawMode(true)
    stdin.resume()
    stdin.on('data', onData)
  })
}

/**
 * Creates the input and output of a command from the streams of a process. `closed` aborts when nothing reads standard
 * output any more.
 */
export function processIo({ stdin, stdout, stderr }: Streams, closed: AbortSignal): Io {
  const indent = stdout.isTTY ? 2 : undefined
  return {
    isTerminal: stdout.isTTY === true,
    closed,
    print(value) {
      stdout.write(`${JSON.stringify(value, null, indent)}\n`)
    },
    printLine(value) {
      stdout.write(`${JSON.stringify(value)}\n`)
    },
    printText(content) {
      stdout.write(content)
    },
    say(words) {
      stderr.write(`${words}\n`)
    },
    readAll: () => text(stdin),
    async askHidden(question) {
      if (!stdin.isTTY) return null
      stderr.write(question)
      const typed = await readHidden(stdin)
      stderr.write('\n')
      return typed
    },
  }
}
