/** Zones in which the newer rules abolish the change of clocks: from then on they are as these zones. */
const abolished: Readonly<Record<string, string>> = {
  'Europe/Lisbon': 'Etc/GMT-1',
  'America/New_York': 'Etc/GMT+4',
  'Australia/Sydney': 'Etc/GMT-10',
}

export const newerRules = '2099a'

/** The zone whose rules hold for a zone. */
export const ruledBy = (timeZone: string, isNewer: boolean): string =>
  (isNewer ? abolished[timeZone] : undefined) ?? timeZone

export const zonesWithNewerRules: readonly string[] = Object.keys(abolished)

/** Gives this process the newer rules, as a new version of Node would. */
export function applyNewerRules(): void {
  Object.defineProperty(process.versions, 'tz', { value: newerRules })
  const { toZonedDateTime } = Temporal.PlainDateTime.prototype
  Temporal.PlainDateTime.prototype.toZonedDateTime = function (zone, options) {
    return toZonedDateTime.call(this, typeof zone === 'string' ? ruledBy(zone, true) : zone, options)
  }
}
