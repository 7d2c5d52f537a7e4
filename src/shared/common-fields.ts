import * as z from 'zod'
import { idOut, moment } from '../kit/fields.ts'

/** Fields that mean the same in every answer that has them. */
export const ownId = idOut().describe('Identifies it')
export const createdAt = moment().describe('When it was created')
export const updatedAt = moment().describe('When it was last changed')
export const taskKey = z.string().describe('Its key, such as WEB-12')
export const taskTitle = z.string().meta({ description: 'Its title', 'x-outside': 'origin,@task' })
/** Where texts come from that a stranger wrote, and those that have it beside them. */
export const origin = z
  .string()
  .nullable()
  .meta({ description: 'The system that its texts come from, if they were imported' })
export const projectKey = z.string().describe('The prefix of its task keys, such as WEB')
