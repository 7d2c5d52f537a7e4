import type { Env } from '../../src/kit/config.ts'
import { isUuid, uuidv7 } from '../../src/kit/id.ts'
import { inOrganization, type Operation } from '../../src/kit/operation.ts'
import { call, type Reply } from '../kit/client.ts'
import { type Credential, credentialsOf } from './credentials.ts'
import { fillPath, operations, withoutRequestId, World } from './world.ts'

const inOrganizations = operations.filter((one) => inOrganization(one) && one.role !== 'public')
const outside = /^(outsider|operator)/
const barred = new Set(['none', 'revoked_key', 'contact'])

/**
 * Two organizations with an object of every kind, and everybody who may reach from one into the other: every operation,
 * with every credential, for objects of another organization in path, query and body. What is foreign and what does not
 * exist must answer the same bytes.
 */
export class Reach {
  readonly own: World
  readonly foreign: World
  readonly credentials: Credential[]
  readonly settings: Partial<Env>
  cases = 0
  found: string[] = []
  private constructor(own: World, foreign: World, credentials: Credential[], settings: Partial<Env>) {
    this.own = own
    this.foreign = foreign
    this.credentials = credentials
    this.settings = settings
  }

  static async make(settings: Partial<Env>, credentials: (name: string) => boolean): Promise<Reach> {
    const [own, foreign] = [await World.make(), await World.make()]
    for (const operation of inOrganizations) {
      await own.example(operation)
      await foreign.example(operation)
    }
    const held = await credentialsOf(own, foreign)
    return new Reach(
      own,
      foreign,
      held.filter(({ name }) => credentials(name)),
      settings,
    )
  }

  ask(operation: Operation, path: string, body: unknown, { headers }: Credential): Promise<Reply> {
    this.cases++
    const sent = { headers, ...(body === undefined ? {} : { body }) }
    return call(operation.method, path, sent, this.settings)
  }

  /** Notes ids of the other organization in the answer that were not in the question. */
  look(operation: Operation, { text }: Reply, asked: string) {
    const ids = [...this.foreign.made].flatMap(([name, id]) => (name.endsWith('_id') ? [id] : []))
    const told = [this.foreign.org, ...ids].filter((id) => text.includes(id) && !asked.includes(id))
    if (told.length) this.found.push(`${operation.id} tells ${told.join(' ')}`)
  }

  /** The path with another organization's value, and the same with one that does not exist. */
  async byPath(operation: Operation, credential: Credential) {
    const { params, body, query } = await this.own.example(operation)
    for (const name of operation.params.filter((param) => isUuid(params[param]!))) {
      const foreign = name === 'user_id' ? this.foreign.people.member.id : await this.foreign.value(name)
      if (!isUuid(foreign) || (name === 'org_id' && outside.test(credential.name))) continue
      const at = (value: string) => fillPath(operation.path, { ...params, [name]: value }) + query
      const reached = await this.ask(operation, at(foreign), body, credential)
      const missing = await this.ask(operation, at(uuidv7()), body, credential)
      this.compare(operation, credential, `${name} in the path`, reached, missing)
      this.look(operation, reached, at(foreign))
      const malformed = await this.ask(operation, at('not..an..id'), body, credential)
      const refused = barred.has(credential.name)
        ? [401]
        : [422, ...(/^(app|operator_app|impersonated)$/.test(credential.name) ? [403] : [])]
      if (!refused.includes(malformed.status))
        this.note(operation, credential, `malformed ${name}`, malformed)
    }
  }

  /** The whole path of the own organization, for those who have no business there. */
  async fromOutside(operation: Operation, credential: Credential) {
    const { path, params, body, query } = await this.own.example(operation)
    const reached = await this.ask(operation, path, body, credential)
    const nowhere = fillPath(operation.path, { ...params, org_id: uuidv7() }) + query
    const missing = await this.ask(operation, nowhere, body, credential)
    this.compare(operation, credential, 'the organization', reached, missing)
  }

  async byBody(operation: Operation, credential: Credential) {
    const example = JSON.stringify(operation.example?.body ?? {})
    for (const [placeholder, name] of example.matchAll(/\{((?:other_)?\w+_id)\}/g)) {
      const { path } = await this.own.example(operation)
      const body = async (id: string) => this.own.fill(JSON.parse(example.replace(placeholder, id)))
      const [foreign, nobody] = [await this.foreign.value(name!), uuidv7()]
      const reached = await this.ask(operation, path, await body(foreign), credential)
      const missing = await this.ask(operation, path, await body(nobody), credential)
      const named = { ...missing, text: missing.text.replaceAll(nobody, foreign) }
      this.compare(operation, credential, `${name} in the body`, reached, named)
      this.look(operation, reached, foreign)
    }
  }

  async byQuery(operation: Operation, credential: Credential) {
    const { query: example = '' } = { ...operation.example } as { query?: string }
    for (const [placeholder, name] of example.matchAll(/\{(\w+_id)\}/g)) {
      const { path, query, body } = await this.own.example(operation)
      const at = (id: string) => path.replace(query, `?${example.replace(placeholder, id)}`)
      const foreign = await this.foreign.value(name!)
      const reached = await this.ask(operation, at(foreign), body, credential)
      const missing = await this.ask(operation, at(uuidv7()), body, credential)
      this.compare(operation, credential, `${name} in the query`, reached, missing)
      this.look(operation, reached, at(foreign))
    }
  }

  async byReading(operation: Operation, credential: Credential) {
    if (operation.write) return
    const { path, body } = await this.own.example(operation)
    this.look(operation, await this.ask(operation, path, body, credential), path)
  }

  /** Taking a person away who is not there is no error, whoever it names. */
  compare(operation: Operation, credential: Credential, what: string, reached: Reply, missing: Reply) {
    const same = JSON.stringify(withoutRequestId(reached)) === JSON.stringify(withoutRequestId(missing))
    if (!same) this.note(operation, credential, `${what} (unlike a missing one)`, reached)
    else if (reached.status < 400 && !/body|user_id/.test(what))
      this.note(operation, credential, what, reached)
  }

  note({ id }: Operation, { name }: Credential, what: string, { status }: Reply) {
    this.found.push(`${id} as ${name}, ${what}: ${status}`)
  }

  /** What was found with the operations, or with every `of`-th of them from `part` on. */
  async everything(part = 0, of = 1): Promise<string[]> {
    for (const operation of inOrganizations.filter((_, at) => at % of === part))
      for (const credential of this.credentials) {
        await this.byPath(operation, credential)
        if (outside.test(credential.name)) await this.fromOutside(operation, credential)
        else await this.byBody(operation, credential)
        await this.byQuery(operation, credential)
        await this.byReading(operation, credential)
      }
    return this.found
  }
}
