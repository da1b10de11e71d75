import type { Exchange } from '../exchange.ts'
import { createValidator, type Schema } from '../schema.ts'
import { facebookAnswers, instagramAnswers, whatsappAnswers } from './meta-answers.ts'
import { otherAnswers } from './other-answers.ts'

/** Schemas of responses by operation. */
export type Answers = Readonly<Record<string, Schema>>

const byNetwork: Readonly<Record<string, Answers>> = {
  facebook: facebookAnswers,
  instagram: instagramAnswers,
  whatsapp: whatsappAnswers,
  ...otherAnswers,
}

/** What is wrong in the responses that a network's contract leaves open. */
export function answersOf(network: string): (exchange: Exchange) => string[] {
  const answers = byNetwork[network] ?? {}
  const validate = createValidator({})
  return ({ operation, status, fault, response: { body } }) => {
    const schema = answers[operation ?? '']
    if (schema === undefined || status === null || status >= 300 || fault !== null) return []
    return body.kind === 'json' ? validate(schema, body.json, 'answer') : [`answer: ${body.kind} instead of JSON`]
  }
}
