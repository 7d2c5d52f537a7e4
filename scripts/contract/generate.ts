import { announcedKinds } from '../../db/schema/kinds.ts'
import { allEntities } from '../stack/entities.ts'
import { preparedQueries } from '../stack/queries.ts'
import { areas } from '../../src/areas/index.ts'
import { allEndpoints } from '../../src/endpoints/index.ts'
import { withoutKeys } from './arguments.ts'
import { briefed } from './brief-tools.ts'
import { formsOf } from './forms.ts'
import { contractOf } from './document.ts'
import { publish } from './publish.ts'
import type { EndpointGroup } from '../../src/endpoints/endpoint.ts'
import { type Area, type Role, roleLevels } from '../../src/kit/operation.ts'
import { signaturesOf } from './compare.ts'
import { tokensOf, toolProblems } from './tool-rules.ts'
import { type Tool, toolsOf } from './tools.ts'

const load = async <T>(loaders: Record<string, () => Promise<{ default: T }>>) =>
  Promise.all(Object.values(loaders).map(async (loader) => (await loader()).default))

export type Everything = { areas: Area[]; groups: EndpointGroup[] }
export const everything = async (): Promise<Everything> => ({
  areas: await load(areas),
  groups: await load(allEndpoints),
})

/** All contract files by name, with the content that openapi/ must have. */
export async function generate(): Promise<Record<string, string>> {
  const { areas: allAreas, groups } = await everything()
  const document = withoutKeys(
    contractOf(allAreas, groups),
    'x-brief',
    'x-tool',
    'x-names',
    'x-row',
    'x-receipt',
    'x-outside',
  )
  const toolAreas = allAreas.map(asTools)
  const described = toolsOf(contractOf(toolAreas, groups), toolAreas)
  refuseBad(described)
  const tools = briefed(described)
  return {
    'openapi.json': `${JSON.stringify(publish(document, allAreas), null, 1)}\n`,
    'forms.json': rows(formsOf(document)),
    'routes.json': rows(routesOf(allAreas, groups)),
    'actions.json': rows(actionsOf(allAreas)),
    'readers.json': `${JSON.stringify(readersOf(allAreas), null, 1)}\n`,
    'conflicts.json': await conflictsOf(),
    'tools.json': rows(tools.filter((one) => !isBeyond(one))),
    'platform-tools.json': rows(tools.filter(isBeyond)),
    'queries.json': rows([...(await preparedQueries()).keys()].toSorted()),
    'operations.txt': `${[...linesOf(allAreas, groups), '', weightsOf(tools)].join('\n')}\n`,
    'signatures.txt': `${signaturesOf(document).join('\n')}\n`,
  }
}

/** The area with its operations as the tools use them. */
const asTools = (area: Area): Area => ({
  ...area,
  operations: area.operations.map((one) => area.asTools.find(({ id }) => id === one.id) ?? one),
})

/** The message for a write that a constraint rejects, by the name of the constraint. */
async function conflictsOf(): Promise<string> {
  const all = (await allEntities()).flatMap(({ facts }) => Object.entries(facts.conflicts ?? {}))
  return `${JSON.stringify(Object.fromEntries(all.toSorted()), null, 1)}\n`
}

function refuseBad(tools: Tool[]) {
  const problems = tools.flatMap(toolProblems)
  if (problems.length) throw new Error(`The tools are not as clients need them:\n  ${problems.join('\n  ')}`)
}

/** Whether a tool is listed only for those who ask for it. */
const isBeyond = ({ profile }: Tool) => profile === 'platform'
const coreOf = (tools: Tool[]) => tools.filter(({ profile }) => profile === 'core')

/** The cost of the tool lists for a model, at four bytes of JSON per token. */
const weightsOf = (tools: Tool[]) =>
  [
    ['core', coreOf(tools)] as const,
    ['all', tools.filter((one) => !isBeyond(one))] as const,
    ['platform', tools.filter(isBeyond)] as const,
  ]
    .map(([name, list]) => `# tools ${name}: ${list.length}, about ${tokensOf(list)} tokens`)
    .join('\n')

const rows = (list: unknown[]) => `[\n${list.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`

function routesOf(allAreas: Area[], groups: EndpointGroup[]) {
  return [
    ...groups.flatMap(({ name, endpoints }) =>
      endpoints.map(({ id, at }) => ['endpoint', name, id, ...at.split(' ')]),
    ),
    ...allAreas.flatMap(({ name, operations }) =>
      operations.map(({ id, method, path, role, or }) => [
        'operation',
        name,
        id,
        method,
        path,
        role,
        ...(or ? [or] : []),
      ]),
    ),
  ].sort((a, b) => (weight(a[4]!) < weight(b[4]!) ? -1 : 1))
}

/** The operation that answers an object of each kind that endpoints outside are told of, as the database alone makes it. */
function readersOf(allAreas: Area[]): Record<string, [area: string, id: string]> {
  const announced = new Set(announcedKinds().map(({ kind }) => kind))
  const found = allAreas.flatMap(({ name, operations }) =>
    operations.flatMap((one): [string, [string, string]][] => {
      const isPlain =
        one.method === 'GET' && one.params.length === 2 && one.path.endsWith(`{${one.params[1]}}`)
      const kind = one.targets.at(-1)?.[1].kind
      const isOpen = one.role in roleLevels && roleLevels[one.role as Role] <= roleLevels.admin
      return isPlain &&
        isOpen &&
        !one.transform &&
        !one.only &&
        kind &&
        announced.has(kind) &&
        !unread.has(kind)
        ? [[kind, [name, one.id]]]
        : []
    }),
  )
  return Object.fromEntries(found.toReversed().toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
/** Their objects hold what is for one person: the lines of a payslip. */
const unread = new Set(['payslip'])

/** The audit actions of operations, described by their summaries. */
function actionsOf(allAreas: Area[]) {
  const said = allAreas.flatMap(({ operations }) =>
    operations.flatMap(({ audit, summary }): [string, string][] => (audit ? [[audit, summary]] : [])),
  )
  return [...Map.groupBy(said, ([action]) => action)]
    .map(([action, all]) => [action, all.map(([, does]) => does).join('; ')])
    .sort(([left], [right]) => (left! < right! ? -1 : 1))
}

/** Static segments sort before parameters, so that no route hides another. */
export const weight = (path: string) =>
  path
    .split('/')
    .map((part) => (part.startsWith('{') ? '~' : part))
    .join('/')

/** One line per operation: method, path, id, who may call it, its audit action and its tool. */
function linesOf(allAreas: Area[], groups: EndpointGroup[]): string[] {
  const endpoints = groups.flatMap(({ endpoints: list }) =>
    list.map(({ at, id }) => {
      const [method, path] = at.split(' ') as [string, string]
      return `${method.padEnd(6)} ${path}  ${id}  public`
    }),
  )
  const operations = allAreas.flatMap(({ operations: list }) =>
    list.map((operation) => {
      const { method, path, id, role, or, audit, tool } = operation
      const who = or ? `${role}|${or}` : role
      return [
        `${method.padEnd(6)} ${path}`,
        id,
        who,
        audit && `audit:${audit}`,
        tool && `tool:${[tool].flat().join('+')}`,
      ]
        .filter(Boolean)
        .join('  ')
    }),
  )
  return [...endpoints, ...operations]
}
