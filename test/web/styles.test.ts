import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { charts, css } from '../../src/web/kit/assets.ts'
import { themeOf } from '../../src/web/portal/portal-theme.ts'

const root = new URL('../../', import.meta.url)
const text = (path: string) => readFileSync(new URL(path, root), 'utf8')
const filesOf = (pattern: string) => globSync(pattern, { cwd: root }).toSorted()

/** The names of classes that a page writes, in an attribute or in the texts of an expression for one. */
const classesIn = (source: string) => [
  ...[...source.matchAll(/\bclass="([^"]*)"/g)].flatMap(([, names]) => names!.split(/\s+/)),
  ...[...source.matchAll(/\bclass=\{([^}]*)\}/g)]
    .flatMap(([, expression]) => [...expression!.matchAll(/(?<!=== )['`]([^'`]*)['`]/g)])
    .flatMap(([, names]) => names!.split(/\s+/))
    .filter((name) => /^[a-z][\w-]*$/.test(name)),
]

const namesIn = (sheet: string) => [...sheet.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name!)
const styled = new Set([...namesIn(css.text), ...namesIn(charts.text)])
const inPortal = new Set([...styled, ...namesIn(themeOf(null).text)])
const scripts = filesOf('src/web/browser/*.ts').map(text).join('\n')

test('each class in a page has a style, or a script looks for it', () => {
  const without = filesOf('src/web/**/*.tsx').flatMap((path) =>
    classesIn(text(path))
      .filter(
        (name) =>
          name && !(path.includes('/portal/') ? inPortal : styled).has(name) && !scripts.includes(`.${name}`),
      )
      .map((name) => `${path}: ${name}`),
  )
  expect(without).toEqual([])
})

test('each class with a style is in a page or a script', () => {
  const sources = [...filesOf('src/web/**/*.{ts,tsx}'), 'src/shared/markdown.ts']
    .filter((path) => !/kit\/(charts-)?style\.ts$/.test(path))
    .map(text)
    .join('\n')
  expect([...inPortal].filter((name) => !new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(sources))).toEqual(
    [],
  )
})
