/** Operations that need more than one database trip, with how many. This file only shrinks. */
export const budgets: Record<string, number> = {}
