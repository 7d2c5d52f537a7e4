import fc, { type AsyncCommand } from 'fast-check'
import { expect, test } from 'vitest'
import { call, type Caller } from '../kit/client.ts'
import { join, project, type Project, workspace, type Workspace } from '../kit/makers.ts'

/** Random sequences over tasks, members and keys, with a model of what must hold after each step. */
type Task = { title: string; status: string; version: number; trashed: boolean }
type Model = { tasks: Map<string, Task>; roles: Map<string, string>; keys: Map<string, boolean> }
type Real = { ws: Workspace; project: Project; people: Map<string, Caller>; tokens: Map<string, string> }

const numRuns = Number(process.env.FUZZ_RUNS ?? 15)
const seed = process.env.FUZZ_SEED === 'random' ? Date.now() % 2 ** 31 : Number(process.env.FUZZ_SEED ?? 4711)
const pick = <T>(from: T[], n: number): T | undefined => from[n % Math.max(from.length, 1)]
const isAllowed = (role: string | undefined, least: string) =>
  Boolean(role) && order.indexOf(role!) >= order.indexOf(least)
const order = ['viewer', 'member', 'manager', 'admin', 'owner']

abstract class Step implements AsyncCommand<Model, Real> {
  protected readonly n: number
  constructor(n: number) {
    this.n = n
  }
  check = () => true
  abstract run(model: Model, real: Real): Promise<void>
  toString = () => `${this.constructor.name}(${this.n})`
  /** A current or former member of the organization. */
  protected personOf(model: Model, real: Real): [Caller, string | undefined] {
    const [id, who] = pick([...real.people], this.n)!
    return [who, model.roles.get(id)]
  }
}

class CreateTask extends Step {
  async run(model: Model, real: Real) {
    const [who, role] = this.personOf(model, real)
    const title = `Task ${this.n}`
    const reply = await who.call('POST', `${real.ws.base}/projects/${real.project.id}/tasks`, { title })
    expect(reply.status).toBe(!role ? 404 : isAllowed(role, 'member') ? 201 : 403)
    if (reply.status === 201)
      model.tasks.set(reply.body.id, { title, status: 'todo', version: reply.body.version, trashed: false })
  }
}

class ChangeTask extends Step {
  async run(model: Model, real: Real) {
    const found = pick([...model.tasks], this.n)
    if (!found) return
    const [id, task] = found
    const [who, role] = this.personOf(model, real)
    const status = pick(['todo', 'in_progress', 'done', 'cancelled'], this.n >> 3)!
    const reply = await who.call('PATCH', `${real.ws.base}/tasks/${id}`, { status })
    expect(reply.status).toBe(!role || task.trashed ? 404 : isAllowed(role, 'member') ? 200 : 403)
    if (reply.status !== 200) return
    expect(reply.body).toMatchObject({ title: task.title, status })
    expect(reply.body.version).toBe(task.version + (task.status === status ? 0 : 1))
    Object.assign(task, { status, version: reply.body.version })
  }
}

class TrashTask extends Step {
  async run(model: Model, real: Real) {
    const found = pick([...model.tasks], this.n)
    if (!found) return
    const [id, task] = found
    const reply = await real.ws.owner.call('DELETE', `${real.ws.base}/tasks/${id}`)
    expect(reply.status).toBe(task.trashed ? 404 : 204)
    task.trashed = true
  }
}

class RestoreTask extends Step {
  async run(model: Model, real: Real) {
    const found = pick([...model.tasks], this.n)
    if (!found) return
    const [id, task] = found
    const reply = await real.ws.owner.call('POST', `${real.ws.base}/tasks/${id}/restore`)
    expect(reply.status).toBe(task.trashed ? 200 : 404)
    if (reply.status !== 200) return
    expect(reply.body).toMatchObject({ title: task.title, status: task.status })
    Object.assign(task, { trashed: false, version: reply.body.version })
  }
}

class ListTasks extends Step {
  async run(model: Model, real: Real) {
    const { items, total } = await real.ws.owner.ok(
      'GET',
      `${real.ws.base}/projects/${real.project.id}/tasks?limit=200`,
    )
    const live = [...model.tasks].filter(([, task]) => !task.trashed)
    expect(total).toBe(live.length)
    const returned = items.map(({ id, status, title }: { id: string; status: string; title: string }) => [
      id,
      status,
      title,
    ])
    expect(new Map(returned.map((row: string[]) => [row[0], row]))).toEqual(
      new Map(live.map(([id, { status, title }]) => [id, [id, status, title]])),
    )
  }
}

class ChangeRole extends Step {
  async run(model: Model, real: Real) {
    const [id, oldRole] = pick([...model.roles], this.n)!
    if (id === real.ws.owner.id) return
    const role = pick(['viewer', 'member', 'manager', 'admin'], this.n >> 2)!
    const reply = await real.ws.owner.call('PATCH', `${real.ws.base}/members/${id}`, { role })
    expect([oldRole, reply.status]).toEqual([oldRole, 200])
    model.roles.set(id, role)
  }
}

class RemoveMember extends Step {
  async run(model: Model, real: Real) {
    const [id] = pick([...model.roles], this.n)!
    if (id === real.ws.owner.id) return
    expect((await real.ws.owner.call('DELETE', `${real.ws.base}/members/${id}`)).status).toBe(204)
    model.roles.delete(id)
  }
}

class CreateKey extends Step {
  async run(model: Model, real: Real) {
    const [who, role] = this.personOf(model, real)
    const reply = await who.call('POST', `${real.ws.base}/api-keys`, { name: `Key ${this.n}` })
    expect(reply.status).toBe(!role ? 404 : isAllowed(role, 'admin') ? 201 : 403)
    if (reply.status !== 201) return
    real.tokens.set(reply.body.id, reply.body.token)
    model.keys.set(reply.body.id, who.id === real.ws.owner.id)
  }
}

/** A key of the owner works until it is revoked; that of another member has the member's role. */
class UseKey extends Step {
  async run(model: Model, real: Real) {
    const found = pick([...real.tokens], this.n)
    if (!found) return
    const [id, token] = found
    const reply = await call('GET', `${real.ws.base}/projects`, {
      headers: { authorization: `Bearer ${token}` },
    })
    if (!model.keys.has(id)) expect(reply.status).toBe(401)
    else if (model.keys.get(id)) expect(reply.status).toBe(200)
    else expect([200, 401, 403, 404]).toContain(reply.status)
  }
}

class RevokeKey extends Step {
  async run(model: Model, real: Real) {
    const found = pick([...model.keys], this.n)
    if (!found) return
    expect((await real.ws.owner.call('DELETE', `${real.ws.base}/api-keys/${found[0]}`)).status).toBe(204)
    model.keys.delete(found[0])
  }
}

const steps = [
  CreateTask,
  ChangeTask,
  TrashTask,
  RestoreTask,
  ListTasks,
  ChangeRole,
  RemoveMember,
  CreateKey,
  UseKey,
  RevokeKey,
]

test('random sequences over tasks, members and keys match the model', { timeout: 300_000 }, async () => {
  const commands = fc.commands(
    steps.map((Kind) => fc.nat({ max: 1000 }).map((n) => new Kind(n))),
    { maxCommands: 60, size: 'max' },
  )
  await fc.assert(
    fc.asyncProperty(commands, async (sequence) => {
      const ws = await workspace()
      const [project_, ...others] = [
        await project(ws),
        await join(ws, 'admin'),
        await join(ws, 'member'),
        await join(ws, 'viewer'),
      ]
      const people = new Map([ws.owner, ...others].map((one) => [one.id, one]))
      const roles = new Map(
        [...people.keys()].map((id, place) => [id, ['owner', 'admin', 'member', 'viewer'][place]!]),
      )
      const start = (): { model: Model; real: Real } => ({
        model: { tasks: new Map(), roles, keys: new Map() },
        real: { ws, project: project_, people, tokens: new Map() },
      })
      await fc.asyncModelRun(start, sequence)
    }),
    { numRuns, seed },
  )
})
