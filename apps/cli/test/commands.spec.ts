import { operationTable } from '@carillon/client'
import { expect } from 'chai'
import { findCommand } from '../src/commands/find-command.ts'
import { commands } from '../src/commands/table.ts'
import { helpOf } from '../src/help/help-of.ts'
import { fieldOptions, optionsOf } from '../src/options/options-of.ts'
import { parseCommand } from '../src/parse/parse-command.ts'

/** The words of an example, as a shell splits them. */
function wordsOf(example: string): string[] {
  const found = example.replace(/ < .*$/, '').matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)
  return [...found].map(([, single, double, bare]) => single ?? double ?? bare ?? '')
}

describe('commands', () => {
  it('have a name each', () => {
    const names = commands.map(({ words }) => words)
    expect(new Set(names)).to.have.property('size', names.length)
  })

  it('have options of which none hides another', () => {
    for (const { words, operation, options = {} } of commands) {
      if (operation === undefined) continue
      const names = ['help', 'all', 'body', 'field', 'request-id', 'publish-within', ...Object.keys(options)]
      const own = Object.keys(fieldOptions(operation).options)
      const isSafe = 'isSafe' in operationTable[operation]
      const taken = own.filter((name) => names.includes(name) && (isSafe || name !== 'request-id'))
      expect(taken, words).to.deep.equal([])
    }
  })

  it('have examples that can be parsed, with values that their options accept', () => {
    for (const { words, examples = [] } of commands) {
      for (const example of examples) {
        const [program, ...rest] = wordsOf(
          example.replace(/^npm run -s carillon --/, 'carillon').replace(/^eval "\$\(|\)"$/g, ''),
        )
        expect(program, example).to.equal('carillon')
        const found = findCommand(commands, rest)
        expect(found?.command.words, example).to.equal(words)
        if (!found) continue
        const { values } = parseCommand(found.command, found.rest)
        for (const [name, { values: accepted }] of Object.entries(optionsOf(found.command))) {
          if (accepted && values[name] !== undefined)
            expect(accepted, example).to.include.members([values[name]].flat())
        }
      }
    }
  })

  it('name the fields of their operations in their help', () => {
    for (const command of commands) {
      const help = helpOf(command)
      for (const name of Object.keys(optionsOf(command))) expect(help, command.words).to.contain(`--${name}`)
    }
  })

  it('are loaded by their names', async () => {
    for (const { words, load } of commands) expect(await load(), words).to.be.a('function')
  })
})
