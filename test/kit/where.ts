import { test } from 'vitest'

/** A test of a generated kind, where it applies; where it does not, none is registered. */
export const testWhere = (applies: boolean) => (applies ? test : doNothing)
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it takes whatever `test` takes
const doNothing = (() => undefined) as unknown as typeof test
