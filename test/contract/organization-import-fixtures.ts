import { operations, type World } from './world.ts'
import { send } from '../kit/organization-imports.ts'

/** An import of the viewer that has all its parts. */
export const organizationImportFixtures: Record<string, (world: World) => Promise<string>> = {
  async organization_import_id({ people: { viewer } }) {
    const { example } = operations.find(({ id }) => id === 'createOrganizationImport')!
    const { id } = await viewer.ok('POST', '/api/v1/organizations/import', example!.body)
    const line = '{"kind":"tag","id":"0193a5c0-0000-7000-8000-0000000000a1","name":"web"}\n'
    await send(viewer, id, 1, new TextEncoder().encode(line))
    return id
  },
}
