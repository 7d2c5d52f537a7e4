import { expect, test } from 'vitest'
import { durationText } from '../../src/web/time/task-time.tsx'
import { inWords } from '../../src/web/kit/words.ts'

test.each([
  ['todo', 'to do'],
  ['in_progress', 'in progress'],
  ['partially_paid', 'partially paid'],
  ['done', 'done'],
])('%s reads as %s', (code, words) => expect(inWords(code)).toBe(words))

test.each([
  [20 * 60, '20 min'],
  [360 * 60, '6 h'],
  [125 * 60, '2 h 05 min'],
])('%d seconds are shown as %s', (seconds, shown) => expect(durationText(seconds)).toBe(shown))
