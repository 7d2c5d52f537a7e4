/*
 * The script of all pages: copy buttons and passkeys, which stay hidden without it, movable board cards, the time zone
 * of the browser, what a form had when a session ended, keys, and secrets that do not stay.
 */
import { makeMovable } from './board.ts'
import { offerCopying } from './copy.ts'
import { keepForms } from './kept-form.ts'
import { offerKeys } from './keys.ts'
import { offerPasskeys } from './passkeys.ts'
import { hideSecrets } from './secrets.ts'
import { sayZone } from './zone.ts'

offerCopying()
sayZone()
keepForms()
offerKeys()
offerPasskeys()
hideSecrets()
for (const board of document.querySelectorAll<HTMLElement>('[data-board]')) makeMovable(board)
