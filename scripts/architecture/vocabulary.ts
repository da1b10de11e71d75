import type { Rules } from './rules.ts'
import type { Violation, Workspace } from './workspace.ts'

/** Words for which the field has another one, in code and documentation. Migrations keep the words of their day. */
export function checkVocabulary({ files, pages }: Workspace, { vocabulary }: Rules): Violation[] {
  return [...files, ...pages]
    .filter(({ path }) => !vocabulary.except.some((place) => place.test(path)))
    .flatMap(({ path, lines }) =>
      lines.flatMap((text, index) =>
        vocabulary.words.flatMap(({ word, instead }) => {
          const found = word.exec(text)?.[0]
          return found === undefined
            ? []
            : [{ path, line: index + 1, rule: 'Vocabulary', found: `"${found}": say ${instead}` }]
        }),
      ),
    )
}
