import type { FC } from 'hono/jsx'
import { charts } from './assets.ts'

/** The stylesheet of drawings, where something is drawn. */
export const DrawingStyle: FC = () => <link rel="stylesheet" href={charts.address} />
