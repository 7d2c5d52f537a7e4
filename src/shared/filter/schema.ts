import * as z from 'zod'
import { checkFilter, type Problem } from './check.ts'
import { allOperators, type Fields, limits, type Node, type Op, type Value } from './grammar.ts'

/** Where to find the grammar; appended to every refusal of a filter. */
export const pointer = 'fields, operators and tokens are listed by the operation getFilterSchema'

/**
 * The schemas of a filter over `fields`: `Shape` is the recursive node of the contract, `Filter` the checked tree,
 * `FilterOrNone` the same where `{}` means no filter.
 * For a wrong filter all problems are reported, each with its JSON path, and where to find the grammar.
 */
export function filterSchemas(fields: Fields, about: { id: string; example: Node }) {
  const names = Object.keys(fields)
  const group = 'must be a list of nodes that is not empty'
  const Shape = z
    .strictObject({
      get and() {
        return z.array(Shape, { error: group }).min(1, group).optional().describe('All of these hold')
      },
      get or() {
        return z.array(Shape, { error: group }).min(1, group).optional().describe('One of these holds')
      },
      get not() {
        return Shape.optional()
      },
      field: z
        .enum(names, { error: `unknown field; use ${names.join(', ')}` })
        .optional()
        .describe('The field that is compared'),
      op: z
        .enum(allOperators, { error: `unknown operator; use ${allOperators.join(', ')}` })
        .optional()
        .describe('How the field is compared'),
      value: z.unknown().meta(anyValue).optional(),
    })
    .meta({
      id: about.id,
      examples: [about.example],
      oneOf: oneRule,
      description: nodeText,
    })
  const Filter = Shape.superRefine(
    (filter, context) => addIssues(checkFilter(filter, fields), context),
    always,
  ).transform((filter): Node => treeOf(filter))
  const FilterOrNone = Shape.superRefine((filter, context) => {
    if (!isNone(filter)) addIssues(checkFilter(filter, fields), context)
  }, always).transform((filter): Node | undefined => (isNone(filter) ? undefined : treeOf(filter)))
  return { Shape, Filter, FilterOrNone }
}

const nodeText =
  'Exactly one of and, or, not, or a condition (field, op, value); getFilterSchema explains them'
const always = { when: () => true }

type IssueContext = {
  addIssue(issue: { code: 'custom'; path: (string | number)[]; message: string }): void
  issues: unknown[]
}

function addIssues(problems: Problem[], context: IssueContext) {
  for (const { path, message } of problems) context.addIssue({ code: 'custom', path, message })
  if (context.issues.length) context.addIssue({ code: 'custom', path: [], message: pointer })
}

/** `{}`, where a filter may be left empty. */
const isNone = (filter: unknown) =>
  typeof filter === 'object' && filter !== null && Object.keys(filter).length === 0

const oneRule = [['and'], ['or'], ['not'], ['field', 'op']].map((required) => ({ required }))

const anyValue = {
  description: 'A value, a token such as @me or @today, or a list',
  anyOf: [
    { type: 'string' },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'null' },
    { type: 'array', minItems: 1, maxItems: limits.list, items: { type: ['string', 'number'] } },
  ],
}

type Flat = {
  and?: Flat[] | undefined
  or?: Flat[] | undefined
  not?: Flat | undefined
  field?: string | undefined
  op?: Op | undefined
  value?: unknown
}

/** The tree of a node that was checked without a problem, and so is exactly one of the four. */
const treeOf = ({ and, or, not, field, op, value }: Flat): Node => {
  if (and) return { and: and.map(treeOf) }
  if (or) return { or: or.map(treeOf) }
  if (not) return { not: treeOf(not) }
  return {
    field: field!,
    op: op!,
    ...(value === undefined || value === null ? {} : { value: value as Value }),
  }
}
