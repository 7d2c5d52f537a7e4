import type { Client } from 'pg'

/** A step of a plan, as Postgres explains it. */
export type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Filter?: string
  'Actual Rows': number
  'Actual Loops': number
  /** How often an index was searched, all repetitions together: many times where its first column is not given. */
  'Index Searches'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  Plans?: Node[]
}

/** How many rows a step reads, in all its repetitions. */
export const passedRows = (node: Node) =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0)) *
  node['Actual Loops']

/** Has the owner's connection explain whatever it runs, in functions and triggers too; gives the list that plans go to. */
export async function explaining(owner: Client): Promise<Node[]> {
  const plans: Node[] = []
  await owner.query(`load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_analyze = on;
    set auto_explain.log_nested_statements = on; set auto_explain.log_timing = off;
    set auto_explain.log_format = json; set auto_explain.log_level = notice`)
  owner.on('notice', ({ message }) => {
    const at = message?.indexOf('{') ?? -1
    if (message?.startsWith('duration:') && at > 0)
      plans.push((JSON.parse(message.slice(at)) as { Plan: Node }).Plan)
  })
  return plans
}
