import type { Env } from '../../src/base/config.ts'
import { isUuid, uuidv7 } from '../../src/base/id.ts'
import { inOrganization, type Operation } from '../../src/kit/operation.ts'
import { call, type Reply } from '../kit/client.ts'
import { type Credential, credentialsOf } from './credentials.ts'
import { fillPath, operations, withoutRequestId, World } from './world.ts'

const inOrganizations = operations.filter((one) => inOrganization(one) && one.role !== 'public')
const isOutsider = /^(outsider|operator)/
const rejected = new Set(['none', 'revoked_key', 'contact'])

/**
 * Two organizations with an object of every kind: every operation is called with every credential, with ids of the
 * other organization in path, query and body. A foreign and a missing object must get the same response, byte for byte.
 */
export class Reach {
  readonly own: World
  readonly foreign: World
  readonly credentials: Credential[]
  readonly settings: Partial<Env>
  cases = 0
  leaks: string[] = []
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
    const all = await credentialsOf(own, foreign)
    return new Reach(
      own,
      foreign,
      all.filter(({ name }) => credentials(name)),
      settings,
    )
  }

  send(operation: Operation, path: string, body: unknown, { headers }: Credential): Promise<Reply> {
    this.cases++
    const sent = { headers, ...(body === undefined ? {} : { body }) }
    return call(operation.method, path, sent, this.settings)
  }

  /** Reports ids of the other organization in the response that were not in the request. */
  checkForeignIds(operation: Operation, { text }: Reply, request: string) {
    const ids = [...this.foreign.created].flatMap(([name, id]) => (name.endsWith('_id') ? [id] : []))
    const leaked = [this.foreign.org, ...ids].filter((id) => text.includes(id) && !request.includes(id))
    if (leaked.length) this.leaks.push(`${operation.id} reveals ${leaked.join(' ')}`)
  }

  /** The path with another organization's value, and the same with one that does not exist. */
  async byPath(operation: Operation, credential: Credential) {
    const { params, body, query } = await this.own.example(operation)
    for (const name of operation.params.filter((param) => isUuid(params[param]!))) {
      const foreign = name === 'user_id' ? this.foreign.people.member.id : await this.foreign.value(name)
      if (!isUuid(foreign) || (name === 'org_id' && isOutsider.test(credential.name))) continue
      const at = (value: string) => fillPath(operation.path, { ...params, [name]: value }) + query
      const foreignReply = await this.send(operation, at(foreign), body, credential)
      const missing = await this.send(operation, at(uuidv7()), body, credential)
      this.compare(operation, credential, `${name} in the path`, foreignReply, missing)
      this.checkForeignIds(operation, foreignReply, at(foreign))
      const malformed = await this.send(operation, at('not..an..id'), body, credential)
      const expected = rejected.has(credential.name)
        ? [401]
        : [422, ...(/^(app|operator_app|impersonated)$/.test(credential.name) ? [403] : [])]
      if (!expected.includes(malformed.status))
        this.report(operation, credential, `malformed ${name}`, malformed)
    }
  }

  /** A path of the organization itself, for those who are not in it. */
  async fromOutside(operation: Operation, credential: Credential) {
    const { path, params, body, query } = await this.own.example(operation)
    const foreignReply = await this.send(operation, path, body, credential)
    const nowhere = fillPath(operation.path, { ...params, org_id: uuidv7() }) + query
    const missing = await this.send(operation, nowhere, body, credential)
    this.compare(operation, credential, 'the organization', foreignReply, missing)
  }

  async byBody(operation: Operation, credential: Credential) {
    const example = JSON.stringify(operation.example?.body ?? {})
    for (const [placeholder, name] of example.matchAll(/\{((?:other_)?\w+_id)\}/g)) {
      const { path } = await this.own.example(operation)
      const body = async (id: string) => this.own.fill(JSON.parse(example.replace(placeholder, id)))
      const [foreign, missingId] = [await this.foreign.value(name!), uuidv7()]
      const foreignReply = await this.send(operation, path, await body(foreign), credential)
      const missing = await this.send(operation, path, await body(missingId), credential)
      const comparable = { ...missing, text: missing.text.replaceAll(missingId, foreign) }
      this.compare(operation, credential, `${name} in the body`, foreignReply, comparable)
      this.checkForeignIds(operation, foreignReply, foreign)
    }
  }

  async byQuery(operation: Operation, credential: Credential) {
    const { query: example = '' } = { ...operation.example } as { query?: string }
    for (const [placeholder, name] of example.matchAll(/\{(\w+_id)\}/g)) {
      const { path, query, body } = await this.own.example(operation)
      const at = (id: string) => path.replace(query, `?${example.replace(placeholder, id)}`)
      const foreign = await this.foreign.value(name!)
      const foreignReply = await this.send(operation, at(foreign), body, credential)
      const missing = await this.send(operation, at(uuidv7()), body, credential)
      this.compare(operation, credential, `${name} in the query`, foreignReply, missing)
      this.checkForeignIds(operation, foreignReply, at(foreign))
    }
  }

  async byReading(operation: Operation, credential: Credential) {
    if (operation.write) return
    const { path, body } = await this.own.example(operation)
    this.checkForeignIds(operation, await this.send(operation, path, body, credential), path)
  }

  /** Success is a leak too, except for ids in a body and for `user_id`: removing an absent person succeeds. */
  compare(
    operation: Operation,
    credential: Credential,
    description: string,
    foreignReply: Reply,
    missing: Reply,
  ) {
    const same = JSON.stringify(withoutRequestId(foreignReply)) === JSON.stringify(withoutRequestId(missing))
    if (!same) this.report(operation, credential, `${description} (unlike a missing one)`, foreignReply)
    else if (foreignReply.status < 400 && !/body|user_id/.test(description))
      this.report(operation, credential, description, foreignReply)
  }

  report({ id }: Operation, { name }: Credential, description: string, { status }: Reply) {
    this.leaks.push(`${id} as ${name}, ${description}: ${status}`)
  }

  /** The leaks of all operations, or of every `of`-th from `part` on. */
  async run(part = 0, of = 1): Promise<string[]> {
    for (const operation of inOrganizations.filter((_, at) => at % of === part))
      for (const credential of this.credentials) {
        await this.byPath(operation, credential)
        if (isOutsider.test(credential.name)) await this.fromOutside(operation, credential)
        else await this.byBody(operation, credential)
        await this.byQuery(operation, credential)
        await this.byReading(operation, credential)
      }
    return this.leaks
  }
}
