import { existsSync } from 'node:fs'

const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The browser that CHROMIUM names, or one in a usual place; undefined if none is found. */
export function findChromium(): string | undefined {
  const path = process.env['CHROMIUM'] ?? usual.find((one) => existsSync(one))
  return path !== undefined && existsSync(path) ? path : undefined
}

export const noChromium = 'There is no Chromium on this machine; install it, or name one by CHROMIUM.'
