import { together } from '../kit/all-of.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { NoOwnRecord, ofOwnRecord } from '../kit/own-record.tsx'
import { type Fetching, organizationPage, type PartsOf, within } from '../kit/page.tsx'
import { Notice, Section } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
import { InWords } from '../kit/time.tsx'
import { peopleOf } from '../people/person-fields.tsx'

const partsOf = ({ read }: Fetching) =>
  ofOwnRecord(together({ chosen: read('getMyDeputy'), people: peopleOf(read) }))

/** Who decides what the reader's people ask for while the reader is on leave. */
export default organizationPage<PartsOf<typeof partsOf>>({
  at: '/organizations/:slug/deputy',
  title: 'While you are on leave',
  lead: 'Somebody else can decide what your people ask for on the days on which you are on leave.',
  under: within(['Approvals', 'approvals']),
  parts: partsOf,
  forms: {
    '': calling('setMyDeputy', {
      fields: bodyFields('DeputyDraft', {
        employee_id: { label: 'Who decides', none: 'Whoever is above you' },
      }),
      also: ({ employee_id }) => ({ employee_id: employee_id || null }),
    }),
  },
  Content: ({ organization, parts, form }) => {
    if (!parts) return <NoOwnRecord organization={organization} />
    const { deputy, active, warnings } = parts.chosen
    return (
      <Section
        id="deputy"
        title={
          deputy ? say('{name} stands in for you', { name: deputy.name }) : say('Nobody stands in for you')
        }
      >
        {active ? <p>{say('Today too, as you are on leave.')}</p> : null}
        {warnings.length ? (
          <Notice kind="warn">
            <ul>
              {warnings.map((text) => (
                <li>
                  <InWords text={text} />
                </li>
              ))}
            </ul>
          </Notice>
        ) : null}
        {form('', {
          choices: { employee_id: parts.people },
          values: { employee_id: deputy?.employee_id ?? '' },
        })}
      </Section>
    )
  },
})
