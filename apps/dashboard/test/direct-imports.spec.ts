import { expect } from 'chai'
import { readIndex, withDirectImports } from '../src/direct-imports.ts'

const index = readIndex(
  'import { Button } from "./components/Button.mjs";\nimport { em, rem } from "./rem.mjs";\nimport { Scroll } from "other";\n' +
    'export { Button, em, rem, Scroll };',
  '/package/esm',
)
const rewrite = (text: string) => withDirectImports(text, new Map([['@mantine/core', index]]))

describe('imports from an index', () => {
  it('become imports from the files', () => {
    expect(rewrite("import { Button, rem as size } from '@mantine/core'")).to.equal(
      'import { Button } from "/package/esm/components/Button.mjs"; import { rem as size } from "/package/esm/rem.mjs";',
    )
  })

  it('keep their line', () => {
    expect(rewrite("import {\n  Button,\n} from '@mantine/core'\nnext").split('\n')[3]).to.equal('next')
  })

  it('leave types out', () => {
    expect(rewrite("import { type ButtonProps, em } from '@mantine/core'")).to.equal(
      'import { em } from "/package/esm/rem.mjs";',
    )
    expect(rewrite("import type { ButtonProps } from '@mantine/core'")).to.contain('import type')
  })

  it('name the package that the index has it from', () => {
    expect(rewrite("import { Scroll } from '@mantine/core'")).to.equal('import { Scroll } from "beside-index:other";')
  })

  it('stay as they are for what the index does not have, and for other packages', () => {
    expect(rewrite("import { Nothing } from '@mantine/core'")).to.equal('import { Nothing } from "@mantine/core";')
    expect(rewrite("import { BarChart } from '@mantine/charts'")).to.contain('@mantine/charts')
  })
})
