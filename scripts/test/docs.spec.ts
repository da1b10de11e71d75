import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runCommand } from '@carillon/admin'
import { platforms, platformsWith } from '@carillon/domain'
import { createLogger } from '@carillon/log'
import { registry } from '@carillon/providers'
import { expect } from 'chai'
import { readWorkspace } from '../architecture/workspace.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const aside = /(?:^|\/)(?:node_modules|dist|\.[^/]+)(?:\/|$)/
const pages = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.md') && !aside.test(path))

/** The cells of a page's table that has these columns, by the name in the first column. Each name is in it once. */
function tableOf(page: string, columns: readonly string[]): Map<string, string[]> {
  const heading = `| ${columns.join(' | ')} |\n`
  const [table = ''] = read(page).split(heading)[1]?.split('\n\n') ?? []
  const rows = [...table.matchAll(/^\| (.*) \|$/gm)].map(([, row = '']) => row.split(' | ').map((cell) => cell.trim()))
  const named = rows.filter(([name = '']) => !/^-+$/.test(name))
  const cells = new Map(named.map(([name = '', ...others]) => [name, others]))
  expect(cells.size, `${page}: rows of ${columns.join(', ')}`).to.equal(named.length)
  return cells
}

/** The code between backticks in the first column of a section's rows. */
function namesIn(page: string, title: string): string[] {
  const section = read(page)
    .split(/^## /m)
    .find((part) => part.startsWith(`${title}\n`))
  return [...(section ?? '').matchAll(/^\| `([^`]+)`/gm)].map(([, name = '']) => name)
}

/** The names of the operator's commands. */
async function operatorCommands(): Promise<string[]> {
  const log = createLogger({ name: 'test', level: 'silent' })
  const usage = await runCommand([], { env: {}, log }).then(
    () => '',
    (error: Error) => error.message,
  )
  return [...usage.matchAll(/^ {2}([a-z]+(?: [a-z]+)?)/gm)].map(([, command = '']) => command)
}

describe('documentation', () => {
  it('leads only to what is there', () => {
    const dead = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
        .map(([, target = '']) => target)
        .filter((target) => !/^(?:https?|mailto):/.test(target) && !existsSync(join(root, dirname(page), target)))
        .map((target) => `${page}: ${target}`),
    )
    expect(dead).to.deep.equal([])
  })

  it('names only files that are there', () => {
    const written = ['README.md', 'docs/operating.md', 'docs/security.md', 'docs/reliability.md']
    const named = written.flatMap((page) =>
      [...read(page).matchAll(/`((?:apps|packages|infra|docs|scripts)\/[\w./-]+)`/g)].map(([, path = '']) => path),
    )
    expect(named).not.to.have.length(0)
    expect(named.filter((path) => !existsSync(join(root, path)))).to.deep.equal([])
  })

  it('has every package in the layout of the README', () => {
    const section = read('README.md')
      .split(/^## /m)
      .find((part) => part.startsWith('Project layout'))
    const named = [...(section ?? '').matchAll(/^\| ((?:`[^`]+`(?:, )?)+) \|/gm)]
      .flatMap(([, names = '']) => names.split(', '))
      .map((name) => name.replaceAll('`', ''))
    const folders = ['apps', 'packages'].flatMap((folder) =>
      readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
    )
    expect(named).to.include.members(folders.filter((folder) => existsSync(join(root, folder, 'package.json'))))
  })

  it('names no machine', () => {
    const found = pages.filter((page) => /(?:^|[\s`"'(])\/(?:home|root|Users|work)\//m.test(read(page)))
    expect(found).to.deep.equal([])
  })

  it('states for each network what its adapter can do', async () => {
    const rows = tableOf(
      'README.md',
      'Platform, Connect, Publish, List posts, Delete a post, Reports, Comments, Messages, Ads'.split(', '),
    )
    expect([...rows.keys()]).to.have.members(platforms)
    for (const platform of platforms) {
      const adapter = await registry.adapter(platform)
      const { connect, signup, publish, posts, deletePost, reports, comments, messages, templates, ads } = adapter
      const ports = [connect ?? signup, publish, posts, deletePost, reports, comments, messages ?? templates, ads]
      const expected = ports.map((port) => (port === undefined ? 'no' : 'yes'))
      expect(rows.get(platform), platform).to.deep.equal(expected)
    }
  })

  it('states the settle times of lost responses as the adapters have them', async () => {
    const rows = tableOf('docs/reliability.md', ['Network', 'Call', 'Found by', 'Settle time', 'Probes'])
    const publishing = platformsWith('posts.publish')
    expect([...rows.keys()]).to.have.members(publishing)
    for (const platform of publishing) {
      const { publish } = await registry.adapter(platform)
      const { seconds, maxProbes, probeIntervalSeconds } = publish.settling
      expect(rows.get(platform)?.slice(2), platform).to.deep.equal([
        `${seconds}`,
        `${maxProbes}, ${probeIntervalSeconds} apart`,
      ])
    }
  })

  it('says for each network what is found once the latest states of a write are lost', () => {
    const rows = tableOf('docs/reliability.md', ['Network', 'Found by', 'Not found'])
    expect([...rows.keys()]).to.have.members(platformsWith('posts.publish'))
  })

  it('explains every command of the operator', async () => {
    const commands = await operatorCommands()
    expect(commands).to.include('doctor')
    const rows = namesIn('docs/operating.md', 'Operator commands')
    const explained = rows.map((row) => /^[a-z]+(?: [a-z]+)?/.exec(row)?.[0])
    expect(explained).to.have.members(commands)
  })

  it("gives the compose form wherever it gives an operator's command", () => {
    const silent = pages.filter((page) => {
      const text = read(page).replaceAll(/\s+/g, ' ')
      return text.includes('npm run admin') && !/docker compose run --rm (?:admin|migrate)/.test(text)
    })
    expect(silent).to.deep.equal([])
  })

  it('gives compose only commands that exist', async () => {
    const commands = await operatorCommands()
    const given = [...pages, 'infra/compose.yaml', 'infra/env.example'].flatMap((page) =>
      [
        ...read(page)
          .replaceAll(/\s+#?\s*/g, ' ')
          .matchAll(/docker compose run --rm (?:\S+:\S+ )?admin ([a-z]+(?: [a-z]+)?)/g),
      ].map(([, command = '']) => command),
    )
    expect(given).not.to.have.length(0)
    const unknown = given.filter(
      (command) => !commands.some((known) => command === known || command.startsWith(`${known} `)),
    )
    expect(unknown).to.deep.equal([])
  })

  it('watches for lines that are really written', () => {
    const messages = namesIn('docs/operating.md', 'Monitoring').filter((name) => / /.test(name))
    expect(messages).to.have.length(15)
    const lines = readWorkspace(root)
      .files.filter(({ path }) => path.includes('/src/'))
      .flatMap((file) => file.lines)
    const code = lines.join('\n')
    // The text of a page ends with an ellipsis where the line goes on with what to do.
    const isWritten = (message: string) =>
      message.endsWith(': …') ? code.includes(`\`${message.slice(0, -1)}\${`) : code.includes(`'${message}'`)
    expect(messages.filter((message) => !isWritten(message))).to.deep.equal([])
  })

  it('has every decision in its list', () => {
    const list = read('docs/decisions/README.md')
    const decisions = pages.filter((page) => /^docs\/decisions\/\d/.test(page))
    expect(decisions).not.to.have.length(0)
    for (const page of decisions) {
      const title = /^# (.*)$/m.exec(read(page))?.[1]
      expect(list).to.contain(`- [${title}](${page.split('/').at(-1)})`)
    }
  })
})
