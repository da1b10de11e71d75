/** A service level objective: the share of events that have to be good, over 30 days. */
export interface ServiceLevel {
  /** The objective in words. */
  title: string
  /** The share that has to be good, from 0 to 1. */
  objective: number
  /** PromQL for the rate of bad events, in a time range given as `$range`. */
  bad: string
  /** PromQL for the rate of all events, in a time range given as `$range`. */
  all: string
  /** Explains which events are bad. */
  why: string
}

/** The period over which a service level holds, in days. */
export const periodDays = 30

const requests = 'carillon_http_request_duration_seconds'
const writes = 'carillon_write_duration_seconds'
const deliveries = 'carillon_first_delivery_duration_seconds'

/** The service levels of an installation and how they are measured, keyed by name. */
export const serviceLevels = {
  requests: {
    title: 'Requests that wait for no network are answered within 500 ms',
    objective: 0.999,
    bad: `sum(rate(${requests}_count{waits="nothing"}[$range])) - sum(rate(${requests}_bucket{waits="nothing",le="0.5",status!~"5..|gone"}[$range]))`,
    all: `sum(rate(${requests}_count{waits="nothing"}[$range]))`,
    why: 'A request that is answered late, fails with 5xx, or whose client has left by then, is bad.',
  },
  publishes: {
    title: 'Publishes end truthfully within 5 minutes',
    objective: 0.99,
    bad: `sum(rate(${writes}_count{kind="publish"}[$range])) - sum(rate(${writes}_bucket{kind="publish",le="300",status!="unknown"}[$range]))`,
    all: `sum(rate(${writes}_count{kind="publish"}[$range]))`,
    why: 'From the moment when a publish is due. One that is rejected by its network has ended truthfully; one whose outcome is unknown has not. Waiting for a network that is down, or for a daily quota, counts: look at the networks first.',
  },
  deliveries: {
    title: 'The first delivery of an event is attempted within 5 seconds',
    objective: 0.999,
    bad: `sum(rate(${deliveries}_count[$range])) - sum(rate(${deliveries}_bucket{le="5"}[$range]))`,
    all: `sum(rate(${deliveries}_count[$range]))`,
    why: 'From the moment when the event is stored. Receivers decide how long the delivery itself takes. Replays do not count, and neither do events that a receiver has held up by failing or by responding slowly.',
  },
  outcomes: {
    title: 'The outcome of every write is known',
    objective: 0.9999,
    // Zero until the first one: a counter has no series of what has never happened.
    bad: 'sum(rate(carillon_writes_ended_total{status="unknown"}[$range])) or 0 * sum(rate(carillon_writes_ended_total[$range]))',
    all: 'sum(rate(carillon_writes_ended_total[$range]))',
    why: 'An `unknown` write is never sent again, and somebody has to look it up.',
  },
  tokens: {
    title: 'Tokens are refreshed before they end',
    objective: 0.999,
    bad: 'sum(rate(carillon_token_refreshes_total{outcome=~"interrupted|failed"}[$range])) or 0 * sum(rate(carillon_token_refreshes_total[$range]))',
    all: 'sum(rate(carillon_token_refreshes_total[$range]))',
    why: 'A refresh that a network rejects because the user revoked the access is no failure; one that did not end is, although it is repeated. Failures of servers that users chose do not count.',
  },
} as const satisfies Readonly<Record<string, ServiceLevel>>

/** The time windows in which the use of an error budget is measured, in Prometheus notation. */
export const burnWindows = ['5m', '30m', '1h', '6h', '3d'] as const

/**
 * Alerts on the use of the 30-day error budget. Each fires if, for the time `for`, the budget has been used at more
 * than `factor` times the sustainable rate in both the long and the short window.
 * @see https://sre.google/workbook/alerting-on-slos/ (read 2026-11-25)
 */
export const burnRates = [
  { name: 'Fast', factor: 14.4, long: '1h', short: '5m', for: '2m', severity: 'page' },
  { name: 'Steady', factor: 6, long: '6h', short: '30m', for: '15m', severity: 'page' },
  { name: 'Slow', factor: 1, long: '3d', short: '6h', for: '1h', severity: 'ticket' },
] as const satisfies readonly {
  name: string
  factor: number
  long: (typeof burnWindows)[number]
  short: (typeof burnWindows)[number]
  for: string
  severity: 'page' | 'ticket'
}[]
