import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withDirections } from '../../src/shared/directions.ts'

test.each([
  ['<p>שלום</p>', '<p dir="auto">שלום</p>'],
  ['<a class="title" href="/x">Plan: مرحبا</a>', '<a class="title" href="/x" dir="auto">Plan: مرحبا</a>'],
  ['<li><span>WEB-1</span> שלום</li>', '<li><span>WEB-1</span> שלום</li>'],
  ['<p>Hello</p>', '<p>Hello</p>'],
])('%s has the direction of its text', (html, expected) => {
  const shown = withDirections(html)
  expect(shown.replace(/(<\w+) dir="auto"([^>]*)>/g, '$1$2 dir="auto">')).toBe(expected)
})

test('what people type into has the direction of what they type', () => {
  expect(
    withDirections('<input id="a" type="text"/><input type="date"/><textarea name="b">שלום</textarea>'),
  ).toBe(
    '<input dir="auto" id="a" type="text"/><input type="date"/><textarea dir="auto" name="b">שלום</textarea>',
  )
})

test('no field cuts what is pasted into it: the server says what is too long', () => {
  const folder = new URL('../../src/web/', import.meta.url)
  const limited = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && /\bmaxlength\b/i.test(readFileSync(new URL(name, folder), 'utf8')),
  )
  expect(limited).toEqual([])
})
