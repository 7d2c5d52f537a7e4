type Made = { id: string; [name: string]: unknown }
type Api = (method: string, path: string, body?: unknown) => Promise<Made>

const launchPlan = `# Launch plan

The new site goes live when visitors can read, search and pay.

## Before

- WEB-3 is finished, and tried with a real card
- WEB-4 is fixed: half of our visitors come by phone
- the texts are read once more by somebody who did not write them

## On the day

We switch the name servers at nine in the morning and stay until the evening.

## After

Look at the numbers on the next Monday.
`
const release = `# Releases

1. All tests pass.
2. Somebody else has looked at the change.
3. The notes say what is new, in words of our customers.

We release on Tuesdays and Thursdays.
`
const meeting = `## Who was there

## What we decided

## Who does what until when
`

/**
 * A small wiki and the plan of a project, with versions by two people and a comment thread on one sentence.
 */
export async function seedDocuments(dana: Api, kai: Api, home: string, web: string): Promise<void> {
  const docs = `${home}/documents`
  const write = (draft: object) => dana('POST', docs, draft)
  const handbook = await write({
    title: 'Handbook',
    icon: '📘',
    content: '# Handbook\n\nHow we work at Aurora Studio. Everybody may improve it.\n',
  })
  const within = { parent_id: handbook.id }
  await write({
    ...within,
    title: 'First week',
    content: '# First week\n\nRead how we release, then fix one small bug with somebody.\n',
  })
  const releases = await write({ ...within, title: 'Releases', content: release })
  await write({ ...within, title: 'Meeting notes', icon: '📝', content: meeting, is_template: true })
  const plan = await write({ title: 'Launch plan', icon: '🚀', content: launchPlan, project_id: web })
  await revise(dana, kai, `${docs}/${plan.id}`, releases.id)
  await discuss(dana, kai, `${docs}/${plan.id}/comments`)
}

async function revise(dana: Api, kai: Api, plan: string, releases: string) {
  await kai('PATCH', plan, {
    edit_mode: 'patch',
    find: '## After\n',
    content:
      '## If it goes wrong\n\nBack to the old site within ten minutes; Kai has the switch.\n\n## After\n',
    summary: 'A way back',
  })
  await dana('PATCH', `${plan}/versions/2`, { label: 'Agreed with the customer' })
  const after = `The steps are those of [every release](document:${releases}).\n`
  await dana('PATCH', plan, { edit_mode: 'append', content: after, summary: 'Link to the releases' })
}

async function discuss(dana: Api, kai: Api, comments: string) {
  const anchor = { quote: 'at nine in the morning', prefix: 'name servers ' }
  const root = await kai('POST', comments, {
    body: 'Could we take ten? The shop is busy until then.',
    anchor,
  })
  await dana('POST', comments, { parent_id: root.id, body: 'Good point. I ask them for their numbers.' })
}
