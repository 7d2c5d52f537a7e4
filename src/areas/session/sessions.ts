import { deviceFrom } from '../../shared/device.ts'

type Page = { items: { device: string | null }[] }

/** A page of sessions with devices as readable names instead of user agent headers. */
export function withDevices(result: string): string {
  const page = JSON.parse(result) as Page
  return JSON.stringify({
    ...page,
    items: page.items.map((one) => ({ ...one, device: deviceFrom(one.device) })),
  })
}
