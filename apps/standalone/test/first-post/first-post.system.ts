import { commandLineWalk } from './command-line.ts'
import { n8nWalk } from './n8n.ts'
import { programWalks } from './programs.ts'
import { startWalks, type Walks } from './walks.ts'

// One installation for all pages, which begin in an empty folder each.
describe('first posts', function () {
  this.timeout(600_000)
  let started: Walks
  before(async () => {
    started = await startWalks()
  })
  after(() => started?.close())

  const walks = () => started
  programWalks(walks)
  n8nWalk(walks)
  commandLineWalk(walks)
})
