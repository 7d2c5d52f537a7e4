import { assetOf } from '../kit/assets.ts'
import { dark, light } from '../kit/palette.ts'

/** Styles of the portal only. A logo may be dark, so it stays on white in dark mode. */
const style = `
.brand .logo{display:block;max-width:9rem;height:2.25rem;object-fit:contain;border-radius:6px;background:#fff;padding:.125rem}
ol.thread{list-style:none}
.thread>li{background:var(--surface);border:1px solid var(--line);border-radius:14px;padding:1rem 1.25rem}
.thread>li+li{margin-top:.75rem}
.thread>li.own{background:var(--accentSoft);border-color:transparent}
.thread .prose{margin-top:.375rem}
.scores{display:flex;flex-wrap:wrap;gap:.5rem}
.scores label{display:flex;align-items:center;gap:.5rem;min-height:2.75rem;padding:.25rem .875rem;
  border:1px solid var(--edge);border-radius:9px;font-weight:550}
.scores input{width:1.125rem;height:1.125rem;margin:0;accent-color:var(--accent)}
.spacer{flex:1;text-align:right;color:var(--muted);font-size:.9375rem}
@media (max-width:40rem){.top ul.few{gap:.25rem}.top ul.few a{padding:.375rem .625rem;font-size:.9375rem}}
`

type Palette = typeof light
type Color = [number, number, number]
const partsOf = (color: string) => [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16)) as Color
const mix = (one: string, other: string, share: number) => {
  const target = partsOf(other)
  const parts = partsOf(one).map((part, n) => Math.round(part + (target[n]! - part) * share))
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** Relative luminance as WCAG 2.2 defines it. */
function luminance(color: string): number {
  const [r, g, b] = partsOf(color)
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as Color
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
/** The contrast of two colours as WCAG 2.2 defines it, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

/**
 * The accent colours of a palette for a given accent (`#rrggbb`), darkened on light pages and lightened on dark ones until
 * text in it, on it and on its soft shade has a contrast of 4.5.
 */
export function accented(palette: Palette, accent: string) {
  const isDark = luminance(palette.ground) < 0.5
  for (let share = 0; ; share += 0.05) {
    const adjusted = mix(accent, isDark ? '#ffffff' : '#000000', Math.min(share, 1))
    const soft = mix(palette.surface, adjusted, isDark ? 0.12 : 0.08)
    const onAccent = contrast(adjusted, '#ffffff') > contrast(adjusted, '#000000') ? '#ffffff' : '#000000'
    const behind = [palette.ground, palette.surface, palette.code, palette.goodSoft, palette.warnSoft, soft]
    if (share >= 1 || behind.every((back) => contrast(adjusted, back) >= 4.5))
      return { accent: adjusted, onAccent, accentSoft: soft }
  }
}

const variables = (colors: object) =>
  Object.entries(colors)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')

/** The stylesheet of the portal, with the colour of the organization if it has one. */
export function themeOf(accent: string | null | undefined) {
  const color = /^#[0-9a-f]{6}$/.test(accent ?? '') ? accent! : null
  const themed = color
    ? `:root{${variables(accented(light, color))}}
@media (prefers-color-scheme:dark){:root{${variables(accented(dark, color))}}}`
    : ''
  const { address, ...asset } = assetOf('/portal.css', 'text/css; charset=utf-8', themed + style)
  return { ...asset, address: color ? `${address}&accent=${color.slice(1)}` : address }
}
