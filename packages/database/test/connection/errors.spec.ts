import { expect } from 'chai'
import pg from 'pg'
import { changedNothing, wasRolledBack } from '../../src/connection/errors.ts'
import { isOutdated } from '../../src/connection/statement-names.ts'

/** An error as pg reads it: the severity and the message in the language of the server, `lc_messages`. */
function reported(fields: { severity: string; code: string; message?: string; routine?: string }) {
  return Object.assign(new pg.DatabaseError(fields.message ?? '', 0, 'error'), fields)
}

describe('errors of a server that does not speak English', () => {
  for (const [severity, code, isRolledBack] of [
    ['ERROR', '22012', true],
    ['FEHLER', '22012', true],
    ['ERREUR', '55P03', true],
    ['ОШИБКА', '40P01', true],
    ['FEHLER', '57014', true],
    ['ERROR', 'XX000', true],
    ['FATAL', '57P01', false],
    ['ВАЖНО', '57P01', false],
    ['FATAL', '53300', false],
    ['PANIK', '58030', false],
    ['FEHLER', 'XX000', false],
    ['ВАЖНО', '25P03', false],
  ] as const) {
    it(`${severity} ${code}: ${isRolledBack ? 'nothing was changed' : 'proves nothing'}`, () => {
      const error = reported({ severity, code })
      expect([wasRolledBack(error), changedNothing(error)]).to.deep.equal([isRolledBack, isRolledBack])
    })
  }

  it('tell which prepared statement is outdated', () => {
    const message = 'gecachter Plan darf den Ergebnistyp nicht ändern'
    const error = { severity: 'FEHLER', code: '0A000', message }
    expect(isOutdated(reported({ ...error, routine: 'RevalidateCachedQuery' }))).to.equal(true)
    expect(isOutdated(reported({ ...error, message: 'cached plan', routine: 'transformSetOperationStmt' }))).to.equal(
      false,
    )
  })
})
