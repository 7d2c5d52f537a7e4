import { deviceFrom } from '../../shared/device.ts'

type Page = { items: { device: string | null }[] }

/** A page of sessions whose devices are told in plain words instead of as the header that came. */
export function withDevices(told: string): string {
  const page = JSON.parse(told) as Page
  return JSON.stringify({
    ...page,
    items: page.items.map((one) => ({ ...one, device: deviceFrom(one.device) })),
  })
}
