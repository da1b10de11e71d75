import type { Dialect } from '../../src/call-network.ts'
import * as facebook from '../../src/facebook/comments/errors.ts'
import { readDialect } from '../../src/facebook/errors.ts'
import * as instagram from '../../src/instagram/comments/errors.ts'
import { instagramDialect, instagramRules } from '../../src/instagram/errors.ts'
import * as tiktok from '../../src/tiktok/comments/errors.ts'
import { tiktokRules } from '../../src/tiktok/errors.ts'
import * as youtube from '../../src/youtube/comments/errors.ts'
import { youtubeDialect } from '../../src/youtube/errors.ts'
import { everyRule, judge } from '../error-table.ts'
import type { Sample } from '../fake-response.ts'

/** Rules of comments come before the general ones, which have tests of their own. */
const tables = [
  { module: facebook, general: readDialect.rules },
  { module: instagram, general: [...instagramRules, ...instagramDialect.rules] },
  { module: tiktok, general: tiktokRules },
  { module: youtube, general: youtubeDialect.rules },
]

describe("networks' rejections about comments", () => {
  for (const { module, general } of tables) {
    const dialects = Object.entries(module).filter((entry): entry is [string, Dialect] => entry[0].endsWith('Dialect'))
    for (const [name, dialect] of dialects) {
      const rules = dialect.rules.filter(({ match }) => !general.some((rule) => rule.match === match))
      everyRule(`${dialect.network} ${name}`, { rules, judged: (sample: Sample) => judge(dialect, sample) })
    }
  }
})
