import { publicPage } from '../kit/person-page.tsx'
import { Offline } from './offline.tsx'

/** What a device shows instead of the clock while it has no network: the same for everybody. */
export default publicPage({
  at: '/clock-offline',
  title: 'Clock',
  centered: 'slim',
  parts: async () => null,
  Content: () => <Offline at="" />,
})
