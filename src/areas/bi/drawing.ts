import type { drawings } from '../../../db/schema/bi.ts'
import type { FigureQuery } from '../../shared/figures/query.ts'

export type Drawing = (typeof drawings)[number]

/** How a query is drawn unless somebody says it: by its shape. */
export function drawingOf({ dimensions = [], time_dimension, measures }: FigureQuery): Drawing {
  if (time_dimension?.granularity) return dimensions.length > 1 ? 'table' : 'line'
  if (dimensions.length === 1) return 'bar'
  return dimensions.length || measures.length > 1 ? 'table' : 'number'
}

/** How large a figure is on the grid of twelve columns unless somebody says it. */
export const sizeOf = (viz: Drawing): { w: number; h: number } =>
  viz === 'number' || viz === 'gauge' ? { w: 3, h: 3 } : { w: 6, h: 6 }
