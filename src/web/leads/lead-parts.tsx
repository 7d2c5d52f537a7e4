import { inWords } from '../kit/words.ts'
import type { FC } from 'hono/jsx'
import { fieldsOf, type FormInput } from '../kit/object-actions.tsx'
import { Badge, Notice } from '../kit/parts.tsx'

export const leadStatuses = ['new', 'contacted', 'qualified', 'disqualified', 'converted'] as const
export type Lead = {
  id: string
  name: string
  company_name: string | null
  email: string | null
  phone: string | null
  source: string | null
  status: (typeof leadStatuses)[number]
  score: number | null
  estimated_minor: number | null
  currency: string | null
  owner_user_id: string | null
  notes: string | null
  disqualify_reason: string | null
  converted_client_id: string | null
  converted_deal_id: string | null
  converted_at: string | null
  version: number
}

export const leadLabels = {
  name: 'Name',
  company_name: 'Company',
  email: 'E-mail address',
  phone: 'Phone',
  source: 'Source',
  score: 'Score',
  estimated_minor: 'Estimate',
  currency: 'Currency',
  notes: 'Notes',
}

const kinds = {
  new: 'accent',
  contacted: 'accent',
  qualified: 'good',
  disqualified: 'bad',
  converted: undefined,
} as const
export const LeadState: FC<{ is: Lead['status'] }> = ({ is }) => <Badge kind={kinds[is]}>{is}</Badge>

/** The fields of a lead. */
export const LeadFields: FC<FormInput> = (input) => {
  const { field, text } = fieldsOf(leadLabels, input)
  return (
    <>
      <div class="columns">
        {field('name')}
        {field('company_name', { optional: true })}
        {field('email', { type: 'email', optional: true })}
        {field('phone', { optional: true })}
        {field('source', {
          optional: true,
          hint: 'Where it came from, such as a trade fair.',
        })}
        {field('score', { optional: true, hint: 'How promising it is, 0 to 100.' })}
        {field('estimated_minor', { optional: true, hint: 'Expected value, such as 5000.00.' })}
        {field('currency', { optional: true, hint: 'Three letters, such as EUR.' })}
      </div>
      {text('notes', 4, 'Visible only within the organization.')}
    </>
  )
}

export type PossibleDuplicate = { type?: 'client' | 'lead'; id: string; name: string; same: string[] }
export type CreatedWithDuplicates = { at: string; name: string; duplicates: PossibleDuplicate[] }
/** A notice that a new entry may duplicate existing ones, with links to all of them. */
export const DuplicateNotice: FC<{ created: CreatedWithDuplicates | undefined; org: string }> = ({
  created,
  org,
}) =>
  created ? (
    <Notice kind="warn" title="Possible duplicate">
      <p>
        <a href={`${created.at}?org=${org}`}>{created.name}</a> was created. It has this in common with:
      </p>
      <ul>
        {created.duplicates.map(({ type = 'client', id, name, same }) => (
          <li>
            <a href={`/${type}s/${id}?org=${org}`}>{name}</a>
            {` (${type}): ${same.map(inWords).join(', ')}`}
          </li>
        ))}
      </ul>
    </Notice>
  ) : null
