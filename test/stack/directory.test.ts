import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { asOwner } from '../kit/client.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

/** What the directory knows, with the column by which everybody else has to read it. */
const keys = {
  users: 'id',
  organizations: 'id',
  organization_members: 'org_id',
  organization_invitations: 'org_id',
}
/** Reasons in db/functions/crossing.sql why a function goes through the whole of these tables. */
const everything = new Set(['looks for what is due in all organizations', 'for operators of the platform'])

type Routine = { name: string; body: string; confined: boolean; reason: string | null }
let routines: Routine[]
beforeAll(async () => {
  routines = await asOwner(
    `select p.proname as name, p.prosrc as body, p.proowner = 'svc_functions'::regrole as confined, c.reason
      from pg_proc p left join app.crossing_functions() c on c.name = p.proname
      where p.pronamespace = 'app'::regnamespace and p.prokind = 'f'
        and p.prolang in (select oid from pg_language where lanname in ('sql', 'plpgsql'))
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  )
})

/** What migrating writes with a condition around the select of each table. */
const confinedAround = new Map([['item', 'i where i.org_id = $1']])

const folder = new URL('../../db/functions/directory/', import.meta.url)
const ofDirectory = new Set(
  readdirSync(folder).flatMap((file) =>
    [...readFileSync(new URL(file, folder), 'utf8').matchAll(/function app\.(\w+)\(/g)].map(
      ([, name]) => name!,
    ),
  ),
)

/** A table of the directory where a statement reads or changes it, and its alias. */
const mention =
  /(?:\b(?:from|join|update|into|using)|,)\s+(?:public\.)?(users|organizations|organization_members|organization_invitations)\b(?!\s*\()(?:\s+(?:as\s+)?(?!(?:where|set|on|join|left|cross|order|group|for|limit|union|using|returning|values)\b)(\w+))?/g

/** The aliases under which a body reads tables of the directory without saying of which organization or person. */
function unbound(body: string, tables = Object.keys(keys)): string[] {
  const text = body.replaceAll(/--.*|"/g, '').toLowerCase()
  const reads = [...text.matchAll(mention)]
    .filter(([found]) => !found.startsWith('into'))
    .map(([, table, alias]) => ({ table: table!, alias, column: keys[table as keyof typeof keys] }))
  const nameOf = ({ table, alias }: (typeof reads)[number]) => alias ?? table
  const columns = new Map(reads.map((one) => [nameOf(one), one.column]))
  const bound = new Set<string>()
  /** Whether equality with this term says which: anything but the key of a table that is read as freely. */
  const says = (term: string) => {
    const [, alias, column] = /^(\w+)\.(\w+)$/.exec(term) ?? []
    return !alias || columns.get(alias) !== column || bound.has(alias)
  }
  for (let before = -1; before !== bound.size;) {
    before = bound.size
    for (const one of reads) {
      const key = `${one.alias ? `\\b${one.alias}\\.` : `(?:(?<![\\w.])|\\b${one.table}\\.)`}${one.column}\\b(?:::\\w+)?`
      const equality = new RegExp(`${key}\\s*(?:=|in\\b)\\s*\\(?([\\w.$]+)|([\\w.]+)\\)?\\s*=\\s*${key}`, 'g')
      for (const [, right, left] of text.matchAll(equality)) if (says(right ?? left!)) bound.add(nameOf(one))
    }
  }
  const free = reads.filter((one) => tables.includes(one.table) && !bound.has(nameOf(one))).map(nameOf)
  return [...new Set(free)]
}

describe('what the deployment knows of all organizations', () => {
  test('is looked up by the directory alone: whatever else reads it names an organization or a person', () => {
    const elsewhere = routines.filter(
      ({ name, reason }) => !ofDirectory.has(name) && !everything.has(reason ?? ''),
    )
    expect(elsewhere.length).toBeGreaterThan(300)
    // Row-level security confines most functions to the entered organization; accounts belong to none.
    const looked = elsewhere.flatMap(({ name, body, confined }) => {
      const around = confinedAround.get(name)
      const selects = body.split(/\bwhen '/).slice(1)
      if (around && selects.every((select) => select.includes(around))) return []
      return unbound(body, confined ? ['users'] : undefined).map((alias) => `${name}: ${alias}`)
    })
    expect(looked).toEqual([])
  })

  test('is found where it is looked up without either', () => {
    const looks = (name: string) => unbound(routines.find((one) => one.name === name)!.body)
    for (const name of ['account_with_address', 'memberships_of', 'invitations_to', 'free_slug'])
      expect([name, looks(name)]).not.toEqual([name, []])
    expect(
      unbound(`select from organization_members m join organizations o on o.id = m.org_id
      where m.user_id = person`),
    ).toEqual(['m', 'o'])
    expect(unbound('select from organization_members where user_id = person')).toEqual([
      'organization_members',
    ])
    expect(unbound('select from organization_members m where m.org_id = org and m.user_id = person')).toEqual(
      [],
    )
    expect(unbound(`select from users u where lower(u.email) = address`)).toEqual(['u'])
  })

  test('is out of reach for the statements of the service: row-level security shows them one organization', async () => {
    const open = await asOwner<{ name: string; condition: string }>(
      `select c.relname as name, pg_get_expr(p.polqual, p.polrelid) as condition from pg_policy p
        join pg_class c on c.oid = p.polrelid where 'svc_app'::regrole = any (p.polroles)
          and c.relname in ('organizations', 'organization_members', 'organization_invitations')`,
    )
    expect(open.length).toBeGreaterThan(2)
    for (const { name, condition } of open)
      expect([name, condition]).toEqual([
        name,
        expect.stringMatching(/^\(+(?:org_)?id = \( SELECT app\.org_id\(\)/),
      ])
    expect(open.filter(({ condition }) => /\bOR\b/.test(condition))).toEqual([])
  })

  test('are functions of one folder, each of which is needed', () => {
    const used = (name: string) =>
      routines.some((one) => one.name !== name && new RegExp(`\\b${name}\\(`).test(one.body))
    expect([...ofDirectory].filter((name) => !used(name))).toEqual([])
    expect(ofDirectory.size).toBeGreaterThan(4)
  })
})
