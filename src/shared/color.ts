import * as z from 'zod'

export const color = () =>
  z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'must be a color as #rrggbb')
    .meta({ description: 'As #rrggbb', example: '#64748b' })
