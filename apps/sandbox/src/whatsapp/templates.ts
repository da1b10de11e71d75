import type { Shape } from '../meta/graph/fields.ts'
import { showList } from './authority.ts'
import type { GraphCall } from './call.ts'
import type { Template, Waba } from './records.ts'

const templateShape: Shape<Template, GraphCall> = {
  type: 'WhatsAppMessageTemplate',
  defaults: ['name', 'parameter_format', 'components', 'language', 'status', 'category', 'id'],
  fields: {
    id: ({ id }) => id,
    name: ({ name }) => name,
    language: ({ language }) => language,
    status: ({ status }) => status,
    category: ({ category }) => category,
    parameter_format: ({ parameterFormat }) => parameterFormat,
    components: ({ components }) => components,
    rejected_reason: ({ status }) => (status === 'REJECTED' ? 'INVALID_FORMAT' : 'NONE'),
    quality_score: () => ({ score: 'UNKNOWN' }),
  },
  unset: ['previous_category', 'library_template_name', 'message_send_ttl_seconds', 'sub_category'],
}

/**
 * Handles `GET /{waba}/message_templates`: returns one page of the account's templates. The filter `name` matches
 * templates whose name contains it; `language`, `status` and `category` must be equal.
 * @throws GraphError with code 100 for an invalid limit, cursor or field, with code 2500 if `fields` is malformed
 * @see https://github.com/facebook/openapi (read 2026-11-20)
 */
export function listTemplates({ id }: Waba, call: GraphCall): unknown {
  const { state, parameters } = call
  const [name, language, status, category] = ['name', 'language', 'status', 'category'].map((one) =>
    parameters.text(one),
  )
  const found = [...state.templates.values()].filter(
    (template) =>
      template.wabaId === id &&
      (name === undefined || template.name.includes(name)) &&
      (language === undefined || template.language === language) &&
      (status === undefined || template.status === status) &&
      (category === undefined || template.category === category),
  )
  return showList(call, templateShape, found)
}
