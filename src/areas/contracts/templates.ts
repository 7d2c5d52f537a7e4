import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { contractTemplates } from '../../../db/schema/contracts.ts'
import { resource } from '../../kit/resource.ts'
import { insert, jsonb, type Ref } from '../../kit/sql.ts'
import { maxSingleTextBytes } from '../../shared/body.ts'
import { stateTimestamp } from '../../shared/state-timestamp.ts'
import {
  archivedFilter,
  templateDetail,
  templateShown,
  TemplateChange,
  TemplateDraft,
} from './template-schemas.ts'

export const template = resource(contractTemplates, {
  noun: 'contract template',
  name: 'ContractTemplate',
  at: '/contract-templates',
  item: '/contract-templates/{template_id}',
  fields: {},
  required: [],
  draft: TemplateDraft,
  change: TemplateChange,
  shown: templateShown,
  detail: templateDetail,
})

/** Text and placeholders must match, whichever of them changed. */
const validate = (id: Ref) =>
  sql`select app.check_template(t.body, t.placeholders) from ${contractTemplates} t
    where t.org_id = (select app.org_id()) and t.id = ${id}`

type Lists = { placeholders?: unknown; default_milestones?: unknown }
const lists = ({ placeholders, default_milestones }: Lists) => ({
  placeholders: placeholders && jsonb(placeholders),
  default_milestones: default_milestones && jsonb(default_milestones),
})

const addTemplate = (id: string, draft: z.output<typeof TemplateDraft>) => [
  insert(contractTemplates, { id, ...draft, ...lists(draft) }),
  validate(id),
  template.get(id),
]

type Change = z.output<typeof TemplateChange>
const changeTemplate = (id: Ref, { version, archived, ...change }: Change) =>
  template.apply(
    id,
    version,
    { ...change, ...lists(change), archived_at: stateTimestamp(contractTemplates.archived_at, archived) },
    validate(id),
  )

const example = {
  name: 'Web site',
  body: 'We deliver {{scope}} to {{client}}.',
  placeholders: [
    { key: 'scope', label: 'What is delivered', type: 'text', default: 'a web site' },
    { key: 'client', label: 'The client', type: 'text' },
  ],
  default_milestones: [{ name: 'On signature', percent: '30', offset_days: 0 }],
}

export const templateOperations = [
  template.list('listContractTemplates', 'List the templates of contracts by name', {
    role: 'manager',
    tool: 'list_contract_templates',
    filter: {
      archived: [
        archivedFilter().default(false),
        (archived: boolean) => sql`(${contractTemplates.archived_at} is not null) = ${archived}`,
      ],
    },
    sorts: { name: contractTemplates.name, created_at: contractTemplates.created_at },
    sort: 'name',
  }),
  template.create('createContractTemplate', 'Create a template of contracts', {
    role: 'manager',
    maxBytes: maxSingleTextBytes,
    example,
    run: ({ body, id }) => addTemplate(id(), body),
  }),
  template.find('getContractTemplate', 'Get a template of contracts with its text', { role: 'manager' }),
  template.change(
    'updateContractTemplate',
    'Change, archive or restore a template; contracts keep their text',
    {
      role: 'manager',
      maxBytes: maxSingleTextBytes,
      example: { description: 'For municipal web sites' },
      run: ({ params: { template_id }, body }) => changeTemplate(template_id, body),
    },
  ),
  template.remove('deleteContractTemplate', 'Archive a template; contracts made of it stay', {
    role: 'admin',
    run: ({ params: { template_id } }) =>
      sql`update ${contractTemplates} set archived_at = coalesce(${contractTemplates.archived_at}, now())
        where ${template.row(template_id)}`,
  }),
]
