import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { networkVariables } from '../../src/config/network-variables.ts'
import { variables } from '../../src/config/variables.ts'

const example = readFileSync(join(import.meta.dirname, '../../../../infra/env.example'), 'utf8')

describe('infra/env.example', () => {
  it('shows every setting once, with the value that holds without it', () => {
    const shown = [...example.matchAll(/^(#?)([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, off, name, value]) => ({
      name,
      value: off === '#' ? value : null,
    }))
    const known = [
      ...Object.entries(variables).map(([name, { fallback }]) => ({ name, value: fallback })),
      ...networkVariables.map(({ name, fallback }) => ({ name, value: fallback })),
    ]
    expect(shown).to.have.deep.members(known)
  })

  it('explains the settings as the configuration does', () => {
    for (const [name, { about, fallback }] of Object.entries(variables)) {
      expect(example).to.contain(`\n# ${about}\n${fallback === null ? '' : '#'}${name}=`)
    }
  })
})
