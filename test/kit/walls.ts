import { Client } from 'pg'
import { parts } from './parts.ts'

/** `isSilent` where a function answers nothing, so that only what it writes shows what it found. */
export type Confined = {
  name: string
  isSet: boolean
  isSilent: boolean
  args: { name: string; type: string }[]
}

/**
 * The two layers of isolation inside the functions of this file's own database, each of which a test may take away: the
 * conditions on the organization in the bodies of confined functions, and the policies that confine them.
 */
export class Walls {
  readonly #client: Client
  readonly #definitions: string[]
  private constructor(client: Client, definitions: string[]) {
    this.#client = client
    this.#definitions = definitions
  }

  static async of(): Promise<Walls> {
    const client = new Client({ connectionString: parts().ownerUrl })
    await client.connect()
    await client.query('set check_function_bodies = off')
    const { rows } = await client.query<{ definition: string }>(
      `select pg_get_functiondef(p.oid) as definition from pg_proc p where p.pronamespace = 'app'::regnamespace
        and p.prokind = 'f' and p.prosecdef and p.proowner = 'svc_functions'::regrole`,
    )
    return new Walls(
      client,
      rows.map(({ definition }) => definition),
    )
  }

  /** Replaces the conditions on the organization by `true`; returns in how many functions, and how many there were. */
  async stripFunctions(): Promise<{ functions: number; conditions: number }> {
    let [functions, conditions] = [0, 0]
    for (const definition of this.#definitions) {
      const found = definition.match(condition)?.length ?? 0
      if (!found) continue
      await this.#client.query(definition.replace(condition, 'true'))
      functions++
      conditions += found
    }
    return { functions, conditions }
  }

  async restoreFunctions(): Promise<void> {
    for (const definition of this.#definitions) await this.#client.query(definition)
  }

  /** Lets the policies that confine functions hold for every row. */
  async openPolicies(): Promise<void> {
    const { rows } = await this.#client.query<{ name: string }>(
      `select p.polrelid::regclass::text as name from pg_policy p where p.polname = 'functions'`,
    )
    for (const { name } of rows)
      await this.#client.query(`alter policy functions on ${name} using (true) with check (true)`)
  }

  /** The confined functions with their arguments, but for triggers and those that take a row. */
  async confined(): Promise<Confined[]> {
    const { rows } = await this.#client.query<Confined>(
      `select p.proname as name, p.proretset as "isSet", p.prorettype = 'void'::regtype as "isSilent", coalesce((select json_agg(json_build_object(
            'name', p.proargnames[a.n], 'type', format_type(a.type, null)) order by a.n)
          from unnest(p.proargtypes::oid[]) with ordinality a(type, n)), '[]') as args
        from pg_proc p where p.pronamespace = 'app'::regnamespace and p.prokind = 'f' and p.prosecdef
          and p.proowner = 'svc_functions'::regrole and p.prorettype <> 'trigger'::regtype
          and not exists (select from unnest(p.proargtypes::oid[]) a(type) join pg_type t on t.oid = a.type
            where t.typtype = 'c') order by 1`,
    )
    return rows
  }

  async run(statements: string): Promise<void> {
    await this.#client.query(statements)
  }

  async close(): Promise<void> {
    await this.#client.end()
  }
}

/**
 * Copies the functions of prepared queries without these conditions into the schema `stripped`; returns how many were cut.
 */
export async function stripQueries(conditions: RegExp): Promise<number> {
  const client = new Client({ connectionString: parts().ownerUrl })
  await client.connect()
  const { rows } = await client.query<{ definition: string }>(
    `select pg_get_functiondef(p.oid) as definition from pg_proc p where p.pronamespace = 'queries'::regnamespace`,
  )
  await client.query('create schema if not exists stripped; grant usage on schema stripped to svc_app')
  let cut = 0
  for (const { definition } of rows)
    await client.query(withStripped(definition.replace(conditions, () => (cut++, 'true'))))
  await client.end()
  return cut
}
/** A statement that calls these copies. */
export const withStripped = (query: string) => query.replace(/\bqueries\.(?=q\w{14}\b)/g, 'stripped.')

/** `t.org_id = …` with a function, a parameter or another row's organization on the right, and `o.id = org_id()`. */
const condition =
  /\b(?:\w+\.)?(?:org_id = (?:(?:app\.)?org_id\(\)|(?:\w+\.)?org_id\b(?!\()|org\b|\w+\.id\b)|id = (?:app\.)?org_id\(\))/g
