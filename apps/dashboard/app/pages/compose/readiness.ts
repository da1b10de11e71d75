/** Whether a draft can be published on an account now. */
export type Readiness = 'ready' | 'uploading' | 'checking' | 'attention'

export const readinessWords: Readonly<Record<Readiness, string>> = {
  ready: 'Ready',
  uploading: 'Uploading',
  checking: 'Checking…',
  attention: 'Needs attention',
}

const countWords: Readonly<Record<Readiness, (count: number) => string>> = {
  ready: (count) => `${count} ready`,
  uploading: (count) => `${count} uploading`,
  checking: (count) => `${count} being checked`,
  attention: (count) => `${count} ${count === 1 ? 'needs' : 'need'} attention`,
}

/** How many accounts are how far: "4 ready · 2 need attention". */
export function summaryWords(all: readonly Readiness[]): string {
  const order = ['ready', 'uploading', 'checking', 'attention'] as const
  const counts = order.map((one) => ({ one, count: all.filter((each) => each === one).length }))
  return counts.flatMap(({ one, count }) => (count === 0 ? [] : countWords[one](count))).join(' · ')
}
