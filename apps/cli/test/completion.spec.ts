import { execFile, spawnSync } from 'node:child_process'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { candidates } from '../src/completion/candidates.ts'
import { shells } from '../src/shells.ts'
import { type CliHome, cliHome } from './cli-process.ts'

const main = join(import.meta.dirname, '../src/main.ts')

/** How each shell completes a line, printing one word a line. */
const completing: Readonly<Record<string, (script: string, words: readonly string[]) => string>> = {
  bash: (script, words) => `source ${script}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})
COMP_CWORD=${words.length - 1}
_carillon
printf '%s\\n' "\${COMPREPLY[@]}"`,
  // The function is run with what the line editor gives it, and what it adds is printed.
  zsh: (script, words) => `autoload -Uz compinit && compinit -u -D
source ${script}
compadd() { [[ $1 == -a ]] && print -l -- \${(P)2} }
_files() { }
words=(${words.map((word) => `'${word}'`).join(' ')})
CURRENT=${words.length}
_carillon | grep -e "^${words.at(-1)}"`,
  fish: (script, words) => `source ${script}
complete -C '${words.join(' ')}'`,
}

describe('completion', () => {
  it('offers commands, options and their values', () => {
    expect(candidates([''])).to.include.members(['login', 'publish', 'webhooks'])
    expect(candidates(['webhooks', ''])).to.include.members(['list', 'create', 'replay'])
    expect(candidates(['publish', '--'])).to.include.members(['--account', '--csv', '--wait'])
    expect(candidates(['keys', 'create', '--preset', ''])).to.include.members(['assistant', 'publisher'])
    expect(candidates(['api', 'key'])).to.include('keys.current')
    expect(candidates(['connect', ''])).to.include.members(['bluesky', 'whatsapp'])
    expect(candidates(['publish', '--media', ''])).to.deep.equal([])
    expect(candidates(['connect', '--handle', 'ada.example.com', '--no-wait', ''])).to.include('bluesky')
  })

  it('leaves an argument that may be anything to the shell, which offers files', () => {
    expect(candidates(['uploads', 'create', 'la'])).to.deep.equal([])
    expect(candidates(['uploads', 'create', '-'])).to.include('--help')
    expect(candidates(['uploads', 'create', ''])).to.include('--help')
    expect(candidates(['connect', 'blue']))
      .to.include('bluesky')
      .and.not.include('--handle')
  })

  for (const [shell, write] of Object.entries(completing)) {
    describe(`in ${shell}`, () => {
      let home: CliHome
      before(async function () {
        if (spawnSync(shell, ['-c', 'true']).error) this.skip()
        home = await cliHome()
        await mkdir(join(home.dir, 'bin'))
        const program = join(home.dir, 'bin/carillon')
        await writeFile(program, `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`)
        await chmod(program, 0o755)
        const { stdout } = await home.run(['completion', shell])
        expect(stdout).to.equal(shells[shell])
        await writeFile(join(home.dir, 'script'), stdout)
      })
      after(() => home?.remove())

      for (const [words, expected] of [
        [
          ['carillon', 'publis'],
          ['publish', 'publishes'],
        ],
        [
          ['carillon', 'webhooks', 're'],
          ['replay', 'retry'],
        ],
        [['carillon', 'keys', 'create', '--pre'], ['--preset']],
        [['carillon', 'completion', 'z'], ['zsh']],
      ] as const) {
        it(`completes ${words.join(' ')}`, async () => {
          const env = { ...home.env, HOME: home.dir, PATH: `${join(home.dir, 'bin')}:${home.env.PATH}` }
          const args = shell === 'bash' ? ['--norc'] : shell === 'zsh' ? ['-f'] : ['--no-config']
          const { stdout } = await promisify(execFile)(shell, [...args, '-c', write(join(home.dir, 'script'), words)], {
            env,
          })
          const found = stdout
            .split('\n')
            .map((line) => line.split('\t')[0]?.trim())
            .filter(Boolean)
          expect(found).to.have.members(expected)
        })
      }
    })
  }
})
