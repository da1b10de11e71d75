/**
 * Whether a draft can be published on an account now. `uploading`: valid, but files are not complete. `attention`: it
 * has problems. `empty`: it has problems, but nothing has been written.
 */
export type Readiness = 'ready' | 'uploading' | 'checking' | 'attention' | 'empty'

export const readinessWords: Readonly<Record<Readiness, string>> = {
  ready: 'Ready',
  uploading: 'Uploading',
  checking: 'Checking…',
  attention: 'Needs attention',
  empty: 'Empty',
}

const countWords: Readonly<Record<Readiness, (count: number) => string>> = {
  ready: (count) => `${count} ready`,
  uploading: (count) => `${count} uploading`,
  checking: (count) => `${count} being checked`,
  attention: (count) => `${count} ${count === 1 ? 'needs' : 'need'} attention`,
  empty: () => 'Nothing is written yet',
}

/** The number of accounts in each state: "4 ready · 2 need attention". */
export function summaryWords(all: readonly Readiness[]): string {
  const order = ['ready', 'uploading', 'checking', 'attention', 'empty'] as const
  const counts = order.map((one) => ({ one, count: all.filter((each) => each === one).length }))
  return counts.flatMap(({ one, count }) => (count === 0 ? [] : countWords[one](count))).join(' · ')
}
